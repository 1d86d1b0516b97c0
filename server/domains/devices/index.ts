import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Queryable } from '../../database/engine.ts';
import { type ApiSchema, type Call, type Context, callAt } from '../../http/call.ts';
import { refused } from '../../http/problem.ts';
import { NO_DATA } from '../../http/reply-schemas.ts';
import { personOf } from '../../requests/signed-in-user.ts';
import type { CallingDevice } from './calling-device.ts';
import {
  addDevice,
  deviceById,
  isFrom,
  type Locks,
  noteContact,
  noteEmptied,
  plantOf,
  signedActs,
} from './device-keys.ts';
import { takenBack } from './held-acts.ts';
import { readSent } from './sent.ts';

export interface DeviceParts {
  locks: Locks;
  callingDevice: CallingDevice;
  /** Returns the name of a device from its user agent. */
  deviceOf(agent: string | undefined): string | undefined;
}

const OWN = '/utente/dispositivo';
const TAG = 'session';

/** SQL of the state of a device: in use, ended and not seen since, or emptied. */
const STATE = `case when t.svuotato is not null then 'svuotato' when t.finito is null then 'uso' else 'attesa' end`;

export const deviceRules: RulesByResource = {
  dispositivo: {
    computed: () => ({ stato: STATE }),
    async present(rows) {
      for (const row of rows) row.stato = row.svuotato ? 'svuotato' : row.finito ? 'attesa' : 'uso';
    },
  },
};

const strict = (properties: Record<string, ApiSchema>, required = Object.keys(properties)): ApiSchema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});
const INTEGER = { type: 'integer' };
const TEXT = { type: 'string' };
const CONTACT = strict({ finito: { enum: [0, 1] }, ora: { type: 'string', format: 'date-time' } });
const CONTACT_EXAMPLE = { finito: 0, ora: '2026-11-26T09:30:00.000Z' };

const contactReply = (ended: boolean) => ({ finito: ended ? 1 : 0, ora: new Date().toISOString() });

/** Stores that a device of the user is in use. A device that the plant does not know gets an id and a key. */
const meet = ({ locks, deviceOf }: DeviceParts): Call => ({
  ...callAt('POST', OWN, 'session', TAG),
  once: 'never',
  summary: {
    it: 'Il dispositivo in uso: la prima volta riceve la chiave con cui firma i file di operazioni',
    en: 'The device in use: the first time it gets the key with which it signs files of acts',
  },
  body: strict({ id: INTEGER, prova: TEXT, da_inviare: INTEGER }, ['da_inviare']),
  reply: strict({
    ...CONTACT.properties,
    id: INTEGER,
    chiave: { type: ['string', 'null'] },
    impianto: TEXT,
  }),
  example: {
    body: { da_inviare: 0 },
    data: { ...CONTACT_EXAMPLE, id: 7, chiave: '5f2c…', impianto: 'm2k7q1c0' },
  },
  async handle(context) {
    const { database, headers } = context;
    const user = personOf(context).id;
    const sent = readSent(context.body, { id: 'count?', prova: 'text?', da_inviare: 'count' });
    const contact = { name: deviceOf(headers['user-agent']), unsent: sent.da_inviare };
    const found = sent.id === undefined ? undefined : await deviceById(database, locks, sent.id);
    const known = found?.user === user && isFrom(found, sent.prova) ? found : undefined;
    if (known) await noteContact(database, known.id, { ...contact, signedIn: !known.ended });
    const added = known
      ? undefined
      : await database.transaction((transaction) => addDevice(transaction, locks, user, contact));
    return {
      data: {
        ...contactReply(known?.ended ?? false),
        id: known?.id ?? added?.id,
        chiave: added?.key ?? null,
        impianto: await plantOf(database),
      },
    };
  },
});

const FILE = { impianto: 'text', dispositivo: 'count', impronta: 'text', firma: 'text' } as const;

/** Throws unless this user's device has signed the content, at this plant. */
async function requireOwnFile(queryable: Queryable, locks: Locks, context: Context): Promise<void> {
  const { impianto, dispositivo, impronta, firma } = readSent(context.body, FILE);
  if (impianto !== (await plantOf(queryable))) throw refused('acts-other-plant');
  const device = await deviceById(queryable, locks, dispositivo);
  if (device && device.user !== personOf(context).id) throw refused('acts-other-user');
  if (!device || !signedActs(device, impronta, firma)) throw refused('acts-changed');
  await takenBack(queryable, firma);
}

/** Checks a file of acts before its user's device takes the acts in. */
const checkFile = ({ locks }: DeviceParts): Call => ({
  ...callAt('POST', `${OWN}/atti`, 'session', TAG),
  summary: {
    it: "Controlla che un file di operazioni sia dell'utente e non sia stato modificato",
    en: 'Checks that a file of acts is of the user and has not been changed',
  },
  body: strict({ impianto: TEXT, dispositivo: INTEGER, impronta: TEXT, firma: TEXT }),
  ...NO_DATA,
  example: {
    body: { impianto: 'm2k7q1c0', dispositivo: 7, impronta: '9b74c989…', firma: '1f3870be…' },
    data: null,
  },
  async handle(context) {
    await context.database.transaction((transaction) => requireOwnFile(transaction, locks, context));
    return { data: null };
  },
});

/** A contact of a device whose session may have ended: whether the device has been ended, or that it is empty now. */
const contactWithoutSession = ({ deviceOf, callingDevice }: DeviceParts): Call => ({
  ...callAt('POST', '/dispositivo/:id/contatto', 'link', TAG),
  summary: {
    it: 'Contatto di un dispositivo senza sessione, con la propria firma: dice se è stato chiuso',
    en: 'Contact of a device without a session, with its signature: whether it has been ended',
  },
  body: strict({ da_inviare: INTEGER, svuotato: { enum: [0, 1] } }, ['da_inviare']),
  reply: CONTACT,
  example: { body: { da_inviare: 3 }, data: CONTACT_EXAMPLE },
  async handle(context) {
    const { database, headers } = context;
    const device = await callingDevice(context);
    const sent = readSent(context.body, { da_inviare: 'count', svuotato: 'count?' });
    const name = deviceOf(headers['user-agent']);
    await noteContact(database, device.id, { name, unsent: sent.da_inviare, signedIn: false });
    if (sent.svuotato === 1) await noteEmptied(database, device.id);
    return { data: contactReply(device.ended) };
  },
});

export const deviceCalls = (parts: DeviceParts): Call[] => [
  meet(parts),
  checkFile(parts),
  contactWithoutSession(parts),
];
