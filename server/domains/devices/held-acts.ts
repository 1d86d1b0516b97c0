/**
 * What an ended device had not sent yet: handed in by the device, held as files for the administrators, who pass
 * them on to their user or drop them.
 */
import { Readable } from 'node:stream';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { type ActHandler, act } from '../../capabilities/acts.ts';
import { lockContent } from '../../capabilities/documents/sweep.ts';
import type { Queryable, Transaction } from '../../database/engine.ts';
import { dropDraft } from '../../files/draft.ts';
import type { FileStore } from '../../files/file-store.ts';
import { type Call, type Context, callAt, type RawReply } from '../../http/call.ts';
import { forbidden, notFound, Problem, refused } from '../../http/problem.ts';
import { readId } from '../../requests/ids.ts';
import type { CallingDevice } from './calling-device.ts';
import { type KnownDevice, signedActs } from './device-keys.ts';
import { numbered, readSent } from './sent.ts';

interface HeldParts {
  schemas: Schemas;
  files: FileStore;
  callingDevice: CallingDevice;
}

/** A device splits its acts into files of about 20 MB. The files of one record stay together. */
const FILE_LIMITS = { part: 'file', max: 1, bytes: 200 * 1024 * 1024 };

const QUERY = { firma: 'text', atti: 'count', dal: 'time', al: 'time' } as const;

/** Stores a file once, however often it is handed in. The lock makes equal files wait for each other. */
async function hold(
  transaction: Transaction,
  device: KnownDevice,
  sent: { firma: string; atti: number; dal: string; al: string },
  { hash, size }: { hash: string; size: number },
): Promise<void> {
  await lockContent(transaction, hash);
  await transaction.query(
    `insert into dispositivo_atti
       (id_dispositivo, id_utente, consegnato, atti, dal, al, stato, dimensione, hash, firma)
     select $1, $2, now(), $3, $4::timestamptz, $5::timestamptz, 'tenute', $6, $7, $8::text
     where not exists (select 1 from dispositivo_atti where firma = $8::text)`,
    [device.id, device.user, sent.atti, sent.dal, sent.al, size, hash, sent.firma],
  );
}

/** Stores the files of an ended device. */
async function handIn({ files, callingDevice }: HeldParts, context: Context) {
  const device = await callingDevice(context);
  if (!device.ended) throw refused('device-not-ended');
  // Who reads the key of a lost device later must not be able to fill the store of files.
  if (device.emptied) throw refused('device-emptied');
  const sent = readSent(numbered(context.query), QUERY);
  let count = 0;
  for await (const { content } of context.files) {
    const draft = await files.receive(content);
    try {
      if (!signedActs(device, draft.hash, sent.firma)) throw refused('acts-changed');
      await files.keep(draft);
      await context.database.transaction((transaction) => hold(transaction, device, sent, draft));
    } finally {
      await dropDraft(draft);
    }
    count += 1;
  }
  if (count === 0) throw refused('acts-no-file');
  return { data: null };
}

/** Notes that the user has handed the file in again. */
export async function takenBack(queryable: Queryable, signature: string): Promise<void> {
  await queryable.query(
    `update dispositivo_atti set stato = 'riprese', chiuso = now() where firma = $1 and stato = 'tenute'`,
    [signature],
  );
}

interface HeldRow {
  stato: string;
  hash: string | null;
  firma: string;
  consegnato: string;
}

/** Yields the signed content with its signature as the last member, as a device saves it. */
async function* withSignature(content: AsyncIterable<Buffer>, signature: string): AsyncGenerator<Buffer> {
  let kept: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    if (kept.length > 0) yield kept;
    kept = chunk;
  }
  yield kept.subarray(0, -1);
  yield Buffer.from(`,"signature":"${signature}"}`);
}

async function download({ files }: HeldParts, { database, params }: Context): Promise<RawReply> {
  const { rows } = await database.query<HeldRow>(
    'select stato, hash, firma, consegnato from dispositivo_atti where id = $1',
    [readId(params.id)],
  );
  const [row] = rows;
  if (!row) throw notFound();
  if (row.hash === null) throw new Problem(404, 'acts-gone');
  const content = await files.open(row.hash);
  return {
    raw: Readable.from(withSignature(content.stream(), row.firma), { objectMode: false }),
    // JSON would be read as an envelope.
    type: 'application/octet-stream',
    filename: `officina-${row.consegnato.slice(0, 10)}-${params.id}.json`,
  };
}

export function heldActsCalls(parts: HeldParts): Call[] {
  const { access, name: tag } = parts.schemas.byResource.entity('dispositivo/atti');
  return [
    {
      ...callAt('POST', '/dispositivo/:id/consegna', 'public', tag),
      summary: {
        it: 'Un dispositivo chiuso consegna le operazioni non ancora inviate, con la propria firma',
        en: 'An ended device hands in what it has not sent yet, with its signature',
      },
      files: FILE_LIMITS,
      query: {
        firma: { type: 'string' },
        atti: { type: 'integer' },
        dal: { type: 'string', format: 'date-time' },
        al: { type: 'string', format: 'date-time' },
      },
      reply: { type: 'null' },
      example: { data: null },
      handle: (context) => handIn(parts, context),
    },
    {
      ...callAt('GET', '/dispositivo/atti/:id/file', access.read, tag),
      summary: { it: 'Le operazioni trattenute come file', en: 'The held acts as a file' },
      bare: 'application/octet-stream',
      reply: { description: 'The file itself, without the envelope' },
      example: { data: '{"kind":"officina-acts"}' },
      handle: (context) => download(parts, context),
    },
  ];
}

interface EndParts {
  /** Ends the session of a user. */
  endSession(transaction: Transaction, user: number): Promise<void>;
}

interface EndedRow {
  id_utente: number;
  finito: string | null;
  famiglia: string;
  in_sessione: boolean;
}

const LOCK_DEVICE = `
  select d.id_utente, d.finito, f.codice as famiglia,
    exists (select 1 from credenziale c where c.id_utente = d.id_utente and c.sessione = d.sessione
      and c.refresh_id is not null) as in_sessione
  from dispositivo d join utente u on u.id = d.id_utente join ruolo r on r.id = u.id_utente_ruolo
    join ruolo_famiglia f on f.id = r.id_famiglia_ruolo
  where d.id = $1 for update of d`;

export const deviceActs = ({ endSession }: EndParts): ActHandler[] => [
  act('end-device', (_body, { id, within, user, describe }) =>
    within(async (transaction) => {
      const { rows } = await transaction.query<EndedRow>(LOCK_DEVICE, [id]);
      const [device] = rows;
      if (!device) throw notFound();
      if (device.famiglia === 'SUADMIN' && user?.family !== 'SUADMIN') throw forbidden('super-admin-only');
      if (device.finito !== null) throw refused('device-ended');
      await transaction.query('update dispositivo set finito = now() where id = $1', [id]);
      if (device.in_sessione) await endSession(transaction, device.id_utente);
      describe('device-end-waits');
    }),
  ),
  act('drop-held-acts', ({ motivo }, { id, within }) =>
    within(async (transaction) => {
      const { count } = await transaction.query(
        `update dispositivo_atti set stato = 'scartate', chiuso = now(), motivo = $2, hash = null, dimensione = null
         where id = $1 and stato = 'tenute'`,
        [id, motivo],
      );
      if (count === 0) throw refused('acts-decided');
    }),
  ),
];
