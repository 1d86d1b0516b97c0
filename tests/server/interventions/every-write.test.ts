/**
 * Every rule of interventions, tested with every call that changes one: the same message for the same field, whatever
 * the call and whatever part of the record is sent. Impossible combinations have a reason in the table. A rule
 * without a row, a call without a test, and a statement that bypasses the records fail.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Family } from '../../../schemas/access.ts';
import { type Row, writable } from '../../../schemas/entity.ts';
import { RULES } from '../../../schemas/validate.ts';
import type { Answer, Client } from '../plant/plant.ts';

import { FAR_TECHNICIAN, fault, OTHER_TECHNICIAN, TECHNICIAN, type Workshop, workshop } from './workshop.ts';

let shop: Workshop;
let ids: Workshop['ids'];
let template: number;
const clients: Partial<Record<Family, Client>> = {};

beforeAll(async () => {
  shop = await workshop();
  ids = shop.ids;
  for (const family of ['SUADMIN', 'SUPER', 'RIFTEC', 'RESP'] as const)
    clients[family] = await shop.as(family);
  // Only the rule of the row may refuse.
  await run('update controllo set canc = 1');
  template = (await shop.raise()).id as number;
});
afterAll(() => shop.close());

const run = (sql: string, values: unknown[] = []) => shop.demo.database.query<Row>(sql, values);
const people = () => ({ mine: ids[TECHNICIAN]!, other: ids[OTHER_TECHNICIAN]!, far: ids[FAR_TECHNICIAN]! });

/** Copies an intervention into a state in the database, regardless of rules. */
async function brought(state: string, more: Row = {}): Promise<Row> {
  const id = await shop.copied(template);
  const technician = state === 'AP' ? null : people().mine;
  await shop.put(id, state, { id_tecnico: technician, data_inizio: null, data_fine: null, ...more });
  return (await shop.admin.get(`/odl/${id}`)).data;
}

/** Returns the full form: all writable fields as read, with changes. */
const whole = (stored: Row): Row => {
  const entity = shop.demo.schemas.byResource.get('odl')!;
  const free = (stored.campi as Row[]).map(({ campo_tabella }) => String(campo_tabella));
  const names = writable(entity).filter(({ name, custom }) => !custom || free.includes(name));
  return Object.fromEntries([
    ...names.map(({ name }) => [name, stored[name]]),
    ['versione', stored.versione],
  ]);
};

const OF_CALENDAR = ['data_ordine', 'id_tecnico', 'id_usr_notifica', 'id_stato'];

type Sending = (who: Client, stored: Row, change: Row) => Promise<Answer>;

/** The ways to change an intervention. */
const CHANGING = {
  'the whole form': (who, stored, change) => who.put(`/odl/${stored.id}`, { ...whole(stored), ...change }),
  'the state alone': (who, stored, change) => who.put(`/odl/${stored.id}`, change),
  'a part of it': (who, stored, change) => who.put(`/odl/${stored.id}`, { descrizione: 'Altro', ...change }),
  'with custom fields': (who, stored, change) =>
    who.put(`/odl/${stored.id}`, { campo_nota1: 'Cuscinetto', campo_float1: 0, ...change }),
  'several together': async (who, stored, change) => {
    const versioni =
      change.versione === undefined ? {} : { versioni: { [String(stored.id)]: change.versione } };
    const { versione: _, ...sent } = change;
    const answer = await who.put(`/odl/${stored.id},2147483647`, { ...sent, ...versioni });
    expect(answer.status).toBe(200);
    return { ...answer, ...answer.data[0] };
  },
  'the calendar': (who, stored, change) =>
    who.put(`/odl/${stored.id}`, {
      data_ordine: '2031-03-03T09:00:00',
      versione: stored.versione,
      ...change,
    }),
  'the invoice button': (who, stored, change) =>
    who.put(`/odl/${stored.id}`, { versione: stored.versione, ...change }),
} satisfies Record<string, Sending>;

/** The ways to create one. */
const MAKING = {
  'a new one': (who, _, sent) => who.post('/odl/', sent),
  'a copy': (who, stored, sent) => who.post(`/odl/?idCopia=${stored.id}`, sent),
  'a follow-up': (who, stored, sent) =>
    who.post(`/odl/${stored.id}/followup/`, { descrizione: 'FOLLOW-UP', ...sent }),
} satisfies Record<string, Sending>;

/** A technician who takes over work sends nothing but the version. */
const TAKING = {
  'taking over': (who, stored, change) => who.post(`/odl/${stored.id}/presa-in-carico`, change),
} satisfies Record<string, Sending>;

/** Interventions of the schedule, under the same rules except questions that only users can answer. */
const PLANNED = 'the plan';

type Way = keyof typeof CHANGING | keyof typeof TAKING | keyof typeof MAKING | typeof PLANNED;
const WAYS: Way[] = [
  ...(Object.keys(CHANGING) as Way[]),
  ...(Object.keys(TAKING) as Way[]),
  ...(Object.keys(MAKING) as Way[]),
  PLANNED,
];

interface Case {
  who?: Family;
  /** The stored intervention; for a creation, the original of the copy or follow-up. */
  stored?: () => Promise<Row>;
  sent: () => Row;
  /** The reply, if it differs from the row's. */
  refused?: object;
}

interface RuleRow {
  title: string;
  /** Of checks.ts, unfilled-fields.ts and write-rules.ts. */
  rules: string[];
  /** Prepares the plant; returns a function that restores it. */
  given?: () => Promise<() => Promise<unknown>>;
  refused: object;
  /** How to break the rule with each call, or why that is impossible. */
  ways: Record<Way, Case | string>;
}

type Changing = keyof typeof CHANGING | keyof typeof TAKING;

const TAKES_ONLY = 'taking over names its own technician and the assigned state, and changes nothing else';

const changed = (one: Case, except: Partial<Record<Changing, Case | string>> = {}) => ({
  'the whole form': one,
  'the state alone': one,
  'a part of it': one,
  'with custom fields': one,
  'several together': one,
  'the calendar': one,
  'the invoice button': one,
  'taking over': TAKES_ONLY as Case | string,
  ...except,
});
const made = (one: Case | string, followUp: Case | string = one) => ({
  'a new one': one,
  'a copy': one,
  'a follow-up': followUp,
});

const fresh = (more: Row = {}): Row => fault(ids, more);
const closed = () => brought('CH');
const error = (field: string, sentence: string, description: unknown = sentence) => ({
  status: expect.any(Number),
  result: -1,
  description,
  errors: { [field]: sentence },
});

const NO_STATE = 'the rule is of another field than the state';
const NOT_SENT = 'the calendar sends days, people and the states that go with them';
const ONLY_STATE = 'the button sends the state alone, and the rule is of another field';
const IS_NEW = 'a new one comes from nothing';
const IS_THERE = 'only what is made begins';
const OPENS = 'a schedule has no user and uses the first available opening state';
const TAKES = 'the plan takes what the schedule says, which is held against the same when it is written';
const GIVES_WAY = 'what the plan brings about is not for one person to give way to';
const TAKES_OPEN =
  'its passage is the row that the structure has for the role: take-over.test.ts takes it away';
const PEOPLES = 'nobody stands behind what the plan makes: what only people can be asked for is not asked';

async function set(codice: string, valore: string): Promise<() => Promise<unknown>> {
  const id = await shop.demo.idOf('parametro', { codice });
  const before = (await shop.admin.get(`/parametro/${id}`)).data.valore;
  await shop.set(codice, valore);
  return () => shop.set(codice, before);
}

/** Adds a temporary transition between states; -1 means a new intervention. */
async function passage(from: string, to: string, type = -1): Promise<() => Promise<unknown>> {
  const place = [from === '-1' ? -1 : ids[from], ids[to], type];
  await run(
    'insert into stato_struttura (id_stato_padre, id_stato, id_ruolo, id_tipo_intervento) values ($1, $2, -1, $3)',
    place,
  );
  const removal =
    'delete from stato_struttura where id_stato_padre = $1 and id_stato = $2 and id_ruolo = -1 and id_tipo_intervento = $3';
  return () => run(removal, place);
}

const together =
  (...all: (() => Promise<() => Promise<unknown>>)[]) =>
  async () => {
    const back: (() => Promise<unknown>)[] = [];
    for (const one of all) back.push(await one());
    return async () => {
      for (const one of back.toReversed()) await one();
    };
  };

/** Adds a temporary custom field to every class. */
async function field(more: Row): Promise<() => Promise<unknown>> {
  const one = { id_classe: -1, label: 'Prova', visibile: 1, editabile: 1, obbligatorio: 0, ...more };
  const { data, status, errors } = await shop.admin.post('/odl/campo/', one);
  expect(status, JSON.stringify(errors)).toBe(200);
  return () => shop.admin.del(`/odl/campo/${data.id}`);
}

const CONTROLS: [number, string | null, string | null, string][] = [
  [1, null, null, 'deve essere valorizzato'],
  [2, null, 'x', 'deve essere vuoto'],
  [3, 'b', 'x', 'deve essere uguale a b'],
  [4, 'x', 'x', 'deve essere diverso da x'],
  [5, 'x', 'x', 'deve essere maggiore di x'],
  [6, 'y', 'x', 'deve essere maggiore o uguale a y'],
  [7, 'x', 'x', 'deve essere minore di x'],
  [8, 'b', 'x', 'deve essere minore o uguale a b'],
  [9, 'z', 'x', 'deve contenere z'],
];

/** Builds a row for one of the nine conditions, in the states that the ways enter. */
const controlRow = ([condition, value, accepted, says]: (typeof CONTROLS)[number]): RuleRow => ({
  title: `a control of condition ${condition} [I12]`,
  rules: [`control-${condition}`],
  given: together(
    () => field({ campo_tabella: 'campo_str9' }),
    async () => {
      const { rows } = await run(
        `insert into controllo (id_stato, id_classe_odl, id_campo_odl, id_condizione_controllo, valore)
         select s.id, -1, (select id from odl_campo where campo_tabella = 'campo_str9'), $1, $2
         from stato s where s.codice in ('SO', 'FA', 'AP', 'AS') returning id_controllo_odl as id`,
        [condition, value],
      );
      return () =>
        run('delete from controllo where id_controllo_odl = any($1::int[])', [rows.map(({ id }) => id)]);
    },
  ),
  refused: {
    status: expect.any(Number),
    result: -1,
    errors: { campo_str9: expect.stringMatching(new RegExp(`^Per lo stato \\w+ il campo Prova ${says}$`)) },
    description: expect.stringMatching(new RegExp(`${says}$`)),
  },
  ways: {
    ...changed(
      { stored: () => brought('AS', { campo_str9: accepted }), sent: () => ({ id_stato: ids.SO }) },
      {
        'the invoice button': {
          stored: () => brought('CH', { campo_str9: accepted }),
          sent: () => ({ id_stato: ids.FA }),
        },
        'taking over': {
          who: 'RIFTEC',
          stored: () => brought('AP', { campo_str9: accepted }),
          sent: () => ({}),
        },
      },
    ),
    ...made(
      { stored: closed, sent: () => fresh({ campo_str9: accepted }) },
      { stored: () => brought('CH', { campo_str9: accepted }), sent: () => ({ id_stato: ids.AP }) },
    ),
    [PLANNED]: 'the same check refuses what the plan makes; see schedules/generation.test.ts',
  },
});

const NO_REPORT = error(
  'id_stato',
  'Serve il rapportino: va firmato e generato prima di passare allo stato Sospeso',
);

const busy = (): Promise<Row> =>
  brought('AS', { id_tecnico: people().other, data_ordine: '2031-03-03T08:00:00Z', ore_previste: null });

const TABLE: RuleRow[] = [
  {
    title: 'a state that does not follow [odl-transitions-config, I2]',
    rules: ['state-unreachable'],
    refused: {
      errors: { id_stato: expect.stringMatching(/^Dallo stato \w+ non si può passare allo stato \w+$/) },
      description: expect.stringMatching(/^Dallo stato/),
    },
    ways: {
      ...changed(
        { stored: () => brought('AS'), sent: () => ({ id_stato: ids.CH }) },
        {
          'the invoice button': { stored: () => brought('AS'), sent: () => ({ id_stato: ids.FA }) },
          'taking over': TAKES_OPEN,
        },
      ),
      ...made(IS_NEW),
      [PLANNED]: OPENS,
    },
  },
  {
    title: 'a state in which nothing begins [odl-transitions-config]',
    rules: ['state-not-first'],
    refused: error('id_stato', 'Un nuovo intervento non può iniziare nello stato Chiuso'),
    ways: {
      ...changed({ sent: () => ({}) }),
      ...Object.fromEntries(Object.keys({ ...CHANGING, ...TAKING }).map((way) => [way, IS_THERE])),
      ...made(
        { stored: closed, sent: () => fresh({ id_stato: ids.CH }) },
        { stored: closed, sent: () => ({ id_stato: ids.CH }) },
      ),
      [PLANNED]: OPENS,
    } as RuleRow['ways'],
  },
  {
    title: 'a state of another role [odl-transitions-config, I3]',
    rules: ['state-other-role'],
    refused: {
      errors: {
        id_stato: expect.stringMatching(/^Il tuo ruolo non può portare l'intervento nello stato \w+$/),
      },
      description: expect.stringMatching(/^Il tuo ruolo/),
    },
    given: () => passage('AS', 'FA'),
    ways: {
      ...changed(
        { who: 'RIFTEC', stored: () => brought('AS'), sent: () => ({ id_stato: ids.AN }) },
        {
          'the invoice button': {
            who: 'RIFTEC',
            stored: () => brought('AS'),
            sent: () => ({ id_stato: ids.FA }),
          },
        },
      ),
      ...made(
        { who: 'RESP', stored: closed, sent: () => fresh({ id_stato: ids.AS }) },
        { who: 'RIFTEC', stored: closed, sent: () => ({ id_stato: ids.AS }) },
      ),
      [PLANNED]: PEOPLES,
    },
  },
  {
    title: 'a state of another type of work [odl-transitions-config]',
    rules: ['state-other-type'],
    refused: {
      errors: {
        id_stato: expect.stringMatching(/^Un intervento di questo tipo non può passare allo stato [\w ]+$/),
      },
      description: expect.stringMatching(/^Un intervento di questo tipo/),
    },
    given: together(
      () => passage('SO', 'FA', ids.FERMO),
      () => passage('-1', 'CO', ids.FERMO),
    ),
    ways: {
      ...changed(
        { stored: () => brought('IC'), sent: () => ({ id_stato: ids.CO }) },
        { 'the invoice button': { stored: () => brought('SO'), sent: () => ({ id_stato: ids.FA }) } },
      ),
      ...made(
        { stored: closed, sent: () => fresh({ id_stato: ids.CO }) },
        { stored: closed, sent: () => ({ id_stato: ids.CO }) },
      ),
      [PLANNED]: OPENS,
    },
  },
  {
    title: 'invoiced what is not closed [I22]',
    rules: ['state-after-closing'],
    refused: error('id_stato', 'Lo stato Fatturato è ammesso solo per un intervento chiuso'),
    given: together(
      () => passage('IC', 'FA'),
      () => passage('-1', 'FA'),
    ),
    ways: {
      ...changed({ stored: () => brought('IC'), sent: () => ({ id_stato: ids.FA }) }),
      ...made(
        { stored: closed, sent: () => fresh({ id_stato: ids.FA }) },
        { stored: closed, sent: () => ({ id_stato: ids.FA }) },
      ),
      [PLANNED]: OPENS,
    },
  },
  {
    title: 'assigned to nobody [odl-technician-required]',
    rules: ['required', 'technician-needed'],
    refused: error('id_tecnico', 'Questo campo è obbligatorio', expect.any(String)),
    ways: {
      ...changed(
        { stored: () => brought('AP'), sent: () => ({ id_stato: ids.AS }) },
        { 'the invoice button': 'invoiced is not assigned' },
      ),
      ...made(
        { stored: closed, sent: () => fresh({ id_stato: ids.AS }) },
        { stored: closed, sent: () => ({ id_stato: ids.AS }) },
      ),
      [PLANNED]: OPENS,
    },
  },
  {
    title: 'assigned without somebody to tell [odl-as-notify]',
    rules: ['required', 'notified-needed'],
    given: () => set('UserMailNotif', '2'),
    refused: error('id_usr_notifica', 'Questo campo è obbligatorio', expect.any(String)),
    ways: {
      ...changed(
        { stored: () => brought('AP', { id_tecnico: people().mine }), sent: () => ({ id_stato: ids.AS }) },
        {
          'the invoice button': 'invoiced is not assigned',
          'taking over': { who: 'RIFTEC', stored: () => brought('AP'), sent: () => ({}) },
        },
      ),
      ...made(
        { stored: closed, sent: () => fresh({ id_stato: ids.AS, id_tecnico: people().mine }) },
        { stored: closed, sent: () => ({ id_stato: ids.AS, id_tecnico: people().mine }) },
      ),
      [PLANNED]: OPENS,
    },
  },
  {
    title: 'open with a technician [odl-open-technician]',
    rules: ['open-without-technician'],
    refused: error(
      'id_stato',
      'Impostare lo stato ad Assegnato se si desidera indicare un riferimento tecnico',
    ),
    ways: {
      ...changed(
        { stored: () => brought('AS'), sent: () => ({ id_stato: ids.AP }) },
        { 'the invoice button': 'invoiced is not open' },
      ),
      ...made(
        { stored: closed, sent: () => fresh({ id_tecnico: people().mine }) },
        { stored: closed, sent: () => ({ id_stato: ids.AP, id_tecnico: people().mine }) },
      ),
      [PLANNED]: 'the plan leaves the technician out where the state takes none',
    },
  },
  ...CONTROLS.map(controlRow),
  {
    title: 'closed with mandatory items left [I11]',
    rules: ['checklist-missing'],
    refused: error('id_checklist', 'Mancano le voci obbligatorie della checklist: Serrare i bulloni'),
    given: () => passage('-1', 'CH'),
    ways: {
      ...changed(
        { stored: () => withItems('IC'), sent: () => ({ id_stato: ids.CH }) },
        { 'the invoice button': { stored: () => withItems('CH'), sent: () => ({ id_stato: ids.FA }) } },
      ),
      ...made(
        { stored: closed, sent: () => fresh({ id_stato: ids.CH, id_checklist: checklist }) },
        { stored: () => withItems('CH'), sent: () => ({ id_stato: ids.CH, copy_checklist: 1 }) },
      ),
      [PLANNED]: OPENS,
    },
  },
  {
    title: 'given to another by a technician [I17]',
    rules: ['technician-himself'],
    refused: error(
      'id_tecnico',
      'Un tecnico può assegnare un intervento solo a sé stesso',
      expect.any(String),
    ),
    ways: {
      ...changed(
        {
          who: 'RIFTEC',
          stored: () => brought('SO', { id_tecnico: null }),
          sent: () => ({ id_tecnico: people().other }),
        },
        { 'the state alone': NO_STATE, 'the invoice button': ONLY_STATE },
      ),
      ...made(
        { who: 'RIFTEC', stored: closed, sent: () => fresh({ id_tecnico: people().other }) },
        'a technician names nobody in a follow-up: not-allowed',
      ),
      [PLANNED]: PEOPLES,
    },
  },
  {
    title: 'given to somebody who is no technician',
    rules: ['choice'],
    refused: error('id_tecnico', 'Il valore non è fra quelli previsti', expect.any(String)),
    ways: {
      ...changed(
        { stored: () => brought('SO'), sent: () => ({ id_tecnico: ids['admin@officina.example'] }) },
        { 'the state alone': NO_STATE, 'the invoice button': ONLY_STATE },
      ),
      ...made(
        {
          stored: closed,
          sent: () => fresh({ id_stato: ids.AS, id_tecnico: ids['admin@officina.example'] }),
        },
        { stored: closed, sent: () => ({ id_stato: ids.AS, id_tecnico: ids['admin@officina.example'] }) },
      ),
      [PLANNED]: TAKES,
    },
  },
  {
    title: 'given to who does not see the asset [odl-technicians-asset]',
    rules: ['technician-reach'],
    refused: error('id_tecnico', "Il tecnico non ha visibilità sull'oggetto dell'intervento"),
    ways: {
      ...changed(
        { stored: () => brought('SO'), sent: () => ({ id_tecnico: people().far }) },
        { 'the state alone': NO_STATE, 'the invoice button': ONLY_STATE },
      ),
      ...made(
        { stored: closed, sent: () => fresh({ id_stato: ids.AS, id_tecnico: people().far }) },
        { stored: closed, sent: () => ({ id_stato: ids.AS, id_tecnico: people().far }) },
      ),
      [PLANNED]: TAKES,
    },
  },
  {
    title: 'put on another asset [odl-asset-locked]',
    rules: ['locked'],
    given: () => set('ModObjSuIntervento', '0'),
    refused: error('id_oggetto', 'Questo campo non si può più modificare', expect.any(String)),
    ways: {
      ...changed(
        { stored: () => brought('AS'), sent: () => ({ id_oggetto: ids['FOL-L1-PR'] }) },
        {
          'the state alone': NO_STATE,
          'the calendar': NOT_SENT,
          'the invoice button': ONLY_STATE,
        },
      ),
      ...made(IS_NEW, { stored: closed, sent: () => ({ id_stato: ids.AP, id_oggetto: ids['FOL-L1-PR'] }) }),
      [PLANNED]: TAKES,
    },
  },
  {
    title: 'a cost centre that is not the asset’s',
    rules: ['cost-centre-asset'],
    given: together(
      () => set('IsRelObjCdc', '1'),
      () => set('SelObjSuFollowUp', '1'),
    ),
    refused: error('id_centro_di_costo', "Il centro di costo non è collegato all'oggetto"),
    ways: {
      ...changed(
        { stored: () => brought('AS'), sent: () => ({ id_centro_di_costo: centre }) },
        {
          'the state alone': NO_STATE,
          'the calendar': NOT_SENT,
          'the invoice button': ONLY_STATE,
        },
      ),
      ...made(
        { stored: closed, sent: () => fresh({ id_centro_di_costo: centre }) },
        {
          stored: () => brought('CH', { id_centro_di_costo: centre }),
          sent: () => ({ id_stato: ids.AP, id_oggetto: ids['FOL-L1-PR'] }),
        },
      ),
      [PLANNED]: 'schedules have no cost centre',
    },
  },
  {
    title: 'the type that stands for all of them',
    rules: ['choice'],
    refused: error('id_tipo_guasto', 'Il valore non è fra quelli previsti', expect.any(String)),
    ways: {
      ...changed(
        { stored: () => brought('AS'), sent: () => ({ id_tipo_guasto: ids['*'] }) },
        {
          'the state alone': NO_STATE,
          'the calendar': NOT_SENT,
          'the invoice button': ONLY_STATE,
        },
      ),
      ...made(
        { stored: closed, sent: () => fresh({ id_tipo_guasto: ids['*'] }) },
        { stored: () => brought('CH', { id_tipo_guasto: ids['*'] }), sent: () => ({ id_stato: ids.AP }) },
      ),
      [PLANNED]: TAKES,
    },
  },
  {
    title: 'an end before the beginning [M1]',
    rules: ['end-before-start'],
    refused: error('data_fine', 'La data di fine non può precedere la data di inizio'),
    ways: {
      ...changed(
        {
          stored: () => brought('IC', { data_inizio: '2099-01-01T08:00:00Z' }),
          sent: () => ({ id_stato: ids.CH }),
        },
        {
          'the invoice button': {
            stored: () =>
              brought('CH', { data_inizio: '2026-03-10T08:00:00Z', data_fine: '2026-03-10T07:00:00Z' }),
            sent: () => ({ id_stato: ids.FA }),
          },
        },
      ),
      ...made(
        {
          stored: closed,
          sent: () => fresh({ data_inizio: '2026-03-10T08:00:00Z', data_fine: '2026-03-10T07:00:00Z' }),
        },
        'a follow-up takes no beginning and no end along',
      ),
      [PLANNED]: 'what is planned has not begun',
    },
  },
  {
    title: 'a field that became required [custom-required, odl-status-whole]',
    rules: ['field-needed'],
    given: () => field({ campo_tabella: 'campo_str6', label: 'Numero ordine', obbligatorio: 1 }),
    refused: error('campo_str6', 'Il campo Numero ordine è obbligatorio'),
    ways: {
      ...changed(
        { stored: () => brought('AS'), sent: () => ({ id_stato: ids.AN }) },
        {
          'the invoice button': { stored: closed, sent: () => ({ id_stato: ids.FA }) },
          'taking over': { who: 'RIFTEC', stored: () => brought('AP'), sent: () => ({}) },
        },
      ),
      ...made(
        {
          stored: closed,
          sent: () => fresh(),
          refused: error('campo_str6', 'Questo campo è obbligatorio', expect.any(String)),
        },
        {
          stored: closed,
          sent: () => ({ id_stato: ids.AP }),
          refused: error('campo_str6', 'Questo campo è obbligatorio', expect.any(String)),
        },
      ),
      [PLANNED]: PEOPLES,
    },
  },
  {
    title: 'a technician who is busy then [block-other]',
    rules: ['already-assigned'],
    given: together(
      () => set('BlockAssigned', '1'),
      async () => {
        const { id } = await busy();
        const now = await brought('AS', { id_tecnico: people().other, ore_previste: null });
        return () => run('update odl set id_tecnico = null where id in ($1, $2)', [id, now.id]);
      },
    ),
    refused: {
      status: 200,
      result: -9,
      description: expect.stringMatching(
        /^Il tecnico è già assegnato all'intervento \S+ nello stesso periodo\.$/,
      ),
    },
    ways: {
      ...changed(
        {
          stored: () => brought('SO', { data_ordine: '2031-03-03T08:00:00Z', ore_previste: null }),
          sent: () => ({ id_tecnico: people().other }),
        },
        {
          'the state alone': NO_STATE,
          'the invoice button': ONLY_STATE,
          'taking over': {
            who: 'RIFTEC',
            stored: async () => {
              const planned = { data_ordine: '2031-04-04T08:00:00Z', ore_previste: null };
              await brought('SO', planned);
              return brought('AP', planned);
            },
            sent: () => ({}),
          },
        },
      ),
      ...made(
        { stored: closed, sent: () => fresh({ id_stato: ids.AS, id_tecnico: people().other }) },
        { stored: closed, sent: () => ({ id_stato: ids.AS, id_tecnico: people().other }) },
      ),
      [PLANNED]: GIVES_WAY,
    },
  },
  {
    title: 'opened again for a technician who is busy then [block-other, I5]',
    rules: ['already-assigned'],
    given: together(
      () => set('BlockAssigned', '1'),
      () => passage('CH', 'SO'),
      async () => {
        const { id } = await busy();
        return () => run('update odl set id_tecnico = null where id = $1', [id]);
      },
    ),
    refused: {
      status: 200,
      result: -9,
      description: expect.stringMatching(
        /^Il tecnico è già assegnato all'intervento \S+ nello stesso periodo\.$/,
      ),
    },
    ways: {
      ...changed(
        {
          stored: () =>
            brought('CH', {
              id_tecnico: people().other,
              data_ordine: '2031-03-03T08:00:00Z',
              ore_previste: null,
            }),
          sent: () => ({ id_stato: ids.SO }),
        },
        { 'the invoice button': 'what is invoiced is not open again' },
      ),
      ...made('what is made was not ended before'),
      [PLANNED]: GIVES_WAY,
    },
  },
  {
    title: 'a state that wants a job report first [report-11, I6]',
    rules: ['report-needed', 'report-missing'],
    given: together(
      () => passage('-1', 'SO'),
      async () => {
        await run("update stato set richiedi_firma_rapportino = 1 where codice in ('SO', 'FA', 'AS')");
        return () => run('update stato set richiedi_firma_rapportino = 0');
      },
    ),
    refused: {
      status: 200,
      result: -11,
      description: 'Il passaggio allo stato selezionato richiede la creazione di un rapportino. Procedere?',
    },
    ways: {
      ...changed(
        { stored: () => brought('AS'), sent: () => ({ id_stato: ids.SO }) },
        {
          'the invoice button': { stored: closed, sent: () => ({ id_stato: ids.FA }) },
          'taking over': { who: 'RIFTEC', stored: () => brought('AP'), sent: () => ({}) },
        },
      ),
      // A report needs an existing intervention, so nothing can be asked of a new one.
      ...made(
        { stored: closed, sent: () => fresh({ id_stato: ids.SO }), refused: NO_REPORT },
        { stored: closed, sent: () => ({ id_stato: ids.SO }), refused: NO_REPORT },
      ),
      [PLANNED]: OPENS,
    },
  },
  {
    title: 'work of somebody else [R3, R4]',
    rules: ['not-your-intervention'],
    refused: {
      result: -1,
      description:
        "Non hai l'autorizzazione necessaria per modificare l'intervento corrente. È assegnato a Matteo Caruso.",
    },
    ways: {
      ...changed(
        {
          who: 'RIFTEC',
          stored: () => brought('AS', { id_tecnico: people().other }),
          sent: () => ({ id_stato: ids.SO }),
        },
        {
          'the invoice button': {
            ...{ who: 'RIFTEC', stored: closed, sent: () => ({ id_stato: ids.FA }) },
            refused: {
              result: -1,
              description: expect.stringMatching(/^Non hai l'autorizzazione necessaria/),
            },
          },
          'taking over': 'it says who has the work: take-over.test.ts',
        },
      ),
      ...made('what is made is of who makes it', {
        who: 'RIFTEC',
        stored: () => brought('CH', { id_tecnico: people().other }),
        sent: () => ({ id_stato: ids.AP }),
      }),
      [PLANNED]: PEOPLES,
    },
  },
  {
    title: 'what a colleague has changed since it was read [I21]',
    rules: ['stale'],
    refused: {
      status: 409,
      result: -1,
      reason: 'stale',
      description: expect.stringContaining('ha modificato'),
    },
    ways: {
      ...changed(
        {
          who: 'SUPER',
          stored: () => left('AS'),
          sent: () => ({ id_stato: ids.SO, versione: 1 }),
        },
        {
          'the invoice button': {
            who: 'SUPER',
            stored: () => left('CH'),
            sent: () => ({ id_stato: ids.FA, versione: 1 }),
          },
          'taking over': { who: 'RIFTEC', stored: () => left('AP'), sent: () => ({ versione: 1 }) },
        },
      ),
      ...made('what is made has no version yet, and its original is not changed'),
      [PLANNED]: 'the plan reads and writes in one transaction, with the row held',
    },
  },
];

let checklist: number;
let centre: number;
beforeAll(async () => {
  checklist = (await shop.admin.post('/checklist/', { descrizione: 'Prova dei modi' })).data.id;
  const item = (await shop.admin.post('/checklist/voce/', { descrizione: 'Serrare i bulloni' })).data;
  const mandatory = { id_checklist: checklist, id_voce: item.id, obbligatoria: '1' };
  expect((await shop.admin.post('/checklist/relazione/', mandatory)).status).toBe(200);
  const { rows } = await run(
    'select id from cdc c where canc = 0 and not exists (select 1 from cdc_oggetti o where o.id_cdc = c.id and o.id_oggetto in ($1, $2)) limit 1',
    [ids['FOL-L1-CF'], ids['FOL-L1-PR']],
  );
  centre = rows[0]!.id as number;
});

async function withItems(state: string): Promise<Row> {
  const { id } = await brought('AS');
  expect((await shop.admin.put(`/odl/${id}`, { id_checklist: checklist })).status).toBe(200);
  await shop.put(id, state);
  return (await shop.admin.get(`/odl/${id}`)).data;
}

/** A colleague changes the record after the user has read it. */
async function left(state: string): Promise<Row> {
  const stored = await brought(state);
  expect((await shop.admin.put(`/odl/${stored.id}`, { note: 'del collega' })).status).toBe(200);
  return (await shop.admin.get(`/odl/${stored.id}`)).data;
}

describe.each(TABLE)('$title', ({ given, ways, refused }) => {
  let back: () => Promise<unknown>;
  beforeAll(async () => {
    back = (await given?.()) ?? (async () => undefined);
  });
  afterAll(() => back());

  const possible = WAYS.filter((way) => typeof ways[way] !== 'string');
  it.each(possible)('is refused by %s, with the same message', async (way) => {
    const one = ways[way] as Case;
    const who = clients[one.who ?? 'SUADMIN']!;
    const stored = (await one.stored?.()) ?? {};
    const sent = one.sent();
    const before = await run('select * from odl where id = $1', [stored.id]);
    const count = await shop.demo.count('odl');
    const send: Sending = { ...CHANGING, ...TAKING, ...MAKING }[way as keyof typeof CHANGING];
    const answer = await send(who, stored, sent);
    expect(answer, JSON.stringify(answer)).toMatchObject(one.refused ?? refused);
    expect((await run('select * from odl where id = $1', [stored.id])).rows).toEqual(before.rows);
    expect(await shop.demo.count('odl')).toBe(count);
  });
});

describe('the table', () => {
  const folder = 'server/domains/interventions';
  const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');

  it('has a row for every rule that the server refuses an intervention by', () => {
    const text = ['rules/checks.ts', 'rules/unfilled-fields.ts'].map(textOf).join('\n');
    const said = RULES.filter((rule) => text.includes(`'${rule}'`) || /^control-\d$/.test(rule));
    const refusing = ['writing/write-rules.ts', 'reach/rights.ts'].map(textOf).join('\n');
    const problems = ['already-assigned', 'report-needed', 'not-your-intervention'].filter((key) =>
      refusing.includes(`'${key}'`),
    );
    expect(problems).toHaveLength(3);
    const covered = new Set(TABLE.flatMap(({ rules }) => rules));
    expect([...said, ...problems, 'stale'].filter((rule) => !covered.has(rule))).toEqual([]);
    expect([...covered].filter((rule) => ![...said, ...problems, 'stale'].includes(rule))).toEqual([]);
  });

  it('sends only the state, the date or the invoice, as state buttons, calendar and invoice button do', () => {
    for (const { title, ways } of TABLE) {
      const namesIn = (way: Way) => {
        const one = ways[way];
        return typeof one === 'string' ? [] : Object.keys(one.sent()).filter((name) => name !== 'versione');
      };
      for (const way of ['the state alone', 'the invoice button'] as const)
        expect(
          namesIn(way).filter((name) => name !== 'id_stato'),
          `${title}: ${way}`,
        ).toEqual([]);
      expect(
        namesIn('the calendar').filter((name) => !OF_CALENDAR.includes(name)),
        title,
      ).toEqual([]);
    }
  });

  /**
   * Calls below interventions that write linked rows. The file of a custom field is checked in its own call (see
   * documents-fields.test.ts), and again when a state is entered. Confirming estimated times removes a mark, and
   * dropping an act on a device only writes a line of the history (see late.test.ts).
   */
  const EXCEPTIONS = [
    /^\w+ \/odl\/:id\/(costo|prenotazione|ricambio|prelievo|prelievo-header|checklist|documento|campo-file)\b/,
    /^POST \/odl\/:id\/(conferma-tempi|scarto)$/,
    /^\w+ \/odl\/(classe|campo|tipoGuasto|documento|checklist|esportazione)\b/,
  ];

  it('has a row for every call that writes an intervention', () => {
    const writes = shop.demo.app.calls
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`)
      .filter((call) => / \/odl(\/|$)/.test(call) && !EXCEPTIONS.some((exception) => exception.test(call)));
    expect(writes.toSorted(), writes.join(', ')).toEqual([
      'POST /odl',
      'POST /odl/:id/followup',
      'POST /odl/:id/presa-in-carico',
      'PUT /odl/:id',
    ]);
  });

  it('is complete: only the records write interventions, and apply the rules', () => {
    const files = ['server/domains', 'server/capabilities', 'server/jobs', 'server/http'].flatMap((root) =>
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(root, name)),
    );
    const all = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
    const statements = all.filter(([, text]) => /\b(update|insert into|delete from) odl\b/i.test(text));
    // The mark of estimated times, and the originally planned date: no user writes them, and no rule uses them.
    const written = statements.map(([file, text]) => [file, text.match(/\bupdate odl set (\w+)/g)]);
    expect(Object.fromEntries(written)).toEqual({
      'server/domains/interventions/late/late-acts.ts': ['update odl set tempi_stimati'],
      'server/domains/schedules/maintenance-rules.ts': ['update odl set data_ori_manutenzione'],
    });
  });
});
