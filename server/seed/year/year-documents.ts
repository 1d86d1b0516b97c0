/**
 * The documents of the year: certificates that a class requires, and signed job reports, drawn by the product and
 * stored with the hash by which they can be verified.
 */
import { createReadStream } from 'node:fs';
import type { FastifyBaseLogger } from 'fastify';
import { CLOSED_CODE, REPORT_FOLDER, SIGNERS } from '../../../schemas/interventions.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { currentDefinitions } from '../../capabilities/definitions.ts';
import { lookInto } from '../../capabilities/documents/upload.ts';
import type { Transaction } from '../../database/engine.ts';
import { joined } from '../../database/joined.ts';
import { LocalAnnouncements } from '../../database/local-announcements.ts';
import { onlyRow } from '../../database/rows.ts';
import { interventionRules } from '../../domains/interventions/index.ts';
import { withPictures, wordsOf } from '../../domains/interventions/report/contents.ts';
import { fingerprintOf, reportDataOf, sealed } from '../../domains/interventions/report/report-values.ts';
import { newCode, pdfName, printedData, toPdf } from '../../domains/interventions/report/reports.ts';
import { currentSettings } from '../../domains/settings/current.ts';
import type { Draft } from '../../files/draft.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { Context } from '../../http/call.ts';
import { backgroundContext } from '../../jobs/background.ts';
import { createAccounts } from '../../plant/accounts.ts';
import { instantText } from '../../plant/plant-time.ts';
import type { Seeder } from '../seeder.ts';
import { signatureOf } from './signature.ts';
import { type Done, isDone, type People, type Written } from './write-work.ts';

const FOLDER = new URL('../files/', import.meta.url);
const REPORTS = 3;
/** Nothing here writes to the log. */
const SILENT = {} as FastifyBaseLogger;
const NO_LOGO = { contenuto: null, content_type: null };

export interface DocumentDependencies {
  transaction: Transaction;
  schemas: Schemas;
  seeder: Seeder;
  files: FileStore;
  people: People;
  /** The address of the plant, which a report contains for verification. */
  origin: string;
}

const uploadOf = (name: string) => ({ name, content: createReadStream(new URL(name, FOLDER)) });

async function* once(bytes: Uint8Array) {
  yield bytes;
}

/** Inserts the row of a stored file. */
async function document(
  { seeder, people }: DocumentDependencies,
  work: Done,
  upload: Draft & { name: string; mime: string },
  { folder, text, field }: { folder: string; text: string; field?: string },
): Promise<number> {
  const author = people.of(work.technician).id;
  const at = work.ended.toISOString();
  const rows = await seeder.insert('odl/documento', [
    {
      id_odl: work.id,
      nome_file_originale: upload.name,
      content_type: upload.mime,
      dimensione: upload.size,
      hash: upload.hash,
      descrizione: text,
      id_cartella: folder,
      campo_tabella: field ?? null,
      data_validita: at.slice(0, 10),
      data_ins: at,
      data_ultima_mod: at,
      id_usr_ins: author,
      id_usr_ultima_mod: author,
    },
  ]);
  return onlyRow(rows).id;
}

async function certificate(dependencies: DocumentDependencies, work: Done, file: string): Promise<void> {
  const upload = await lookInto(dependencies.files, uploadOf(file));
  await dependencies.files.keep(upload);
  const text = work.kind === 'STR' ? 'Certificato di taratura' : 'Verbale di verifica';
  const id = await document(dependencies, work, upload, {
    folder: 'Certificati',
    text,
    field: 'campo_file1',
  });
  await dependencies.transaction.query('update odl set campo_file1 = $2 where id = $1', [work.id, id]);
}

async function sign(
  { transaction, schemas, seeder, files, people }: DocumentDependencies,
  work: Done,
): Promise<void> {
  const impronta = fingerprintOf(await reportDataOf({ queryable: transaction, schemas }, work.id));
  for (const signer of SIGNERS) {
    const person = people.of(signer === 'tecnico' ? work.technician : work.by);
    const picture = await files.receive(once(signatureOf(person.name)));
    await files.keep(picture);
    const at = work.ended.toISOString();
    await seeder.insert('rapportini/firme', [
      {
        ...{
          id_odl: work.id,
          tipo: signer,
          nome: person.name,
          hash: picture.hash,
          dimensione: picture.size,
          impronta,
        },
        ...{ data_ins: at, data_ultima_mod: at, id_usr_ins: person.id, id_usr_ultima_mod: person.id },
      },
    ]);
  }
}

async function seal(dependencies: DocumentDependencies, work: Done, context: Context): Promise<void> {
  const { schemas, files, seeder, people } = dependencies;
  const code = newCode();
  const state = await seeder.id('stato', CLOSED_CODE);
  const parts = { schemas, files, logo: async () => NO_LOGO };
  const address = `${dependencies.origin}/verifica-rapportino/${code}`;
  const drawingOptions = { intervention: work.id, state, proof: { code, address }, photos: false };
  const wordsOptions = { intervention: work.id, state, forAll: true };
  const words = await wordsOf(parts, interventionRules(schemas), wordsOptions, context);
  const contents = await withPictures(parts, words, drawingOptions, context);
  const snapshot = await reportDataOf({ queryable: context.database, schemas }, work.id);
  const at = work.ended.toISOString();
  const bytes = await toPdf({ ...contents, made: instantText(at, context.setting) });
  const draft = await files.receive(once(bytes));
  await files.keep(draft);
  const upload = { ...draft, name: pdfName(contents), mime: 'application/pdf' };
  const id = await document(dependencies, work, upload, {
    folder: REPORT_FOLDER,
    text: 'Rapportino firmato',
  });
  const author = people.of(work.technician).id;
  await seeder.insert('rapportini', [
    {
      ...{ id_odl: work.id, id_stato: state, passaggio: 1, codice: code, hash: draft.hash, id_documento: id },
      ...sealed(printedData({ data: snapshot, words }, false)),
      ...{ data_ins: at, data_ultima_mod: at, id_usr_ins: author, id_usr_ultima_mod: author },
    },
  ]);
}

/** Runs `act` with the context of the super administrator, in the plant's language. */
async function withContext(
  dependencies: DocumentDependencies,
  act: (context: Context) => Promise<void>,
): Promise<void> {
  const { transaction, schemas, people } = dependencies;
  const database = joined(transaction, {
    engine: 'embedded',
    version: '',
    announcements: new LocalAnnouncements(SILENT),
  });
  const settings = await currentSettings(database);
  const definitions = await currentDefinitions(database, schemas);
  const account = await createAccounts(database).find(people.of('superadmin@officina.example').id);
  const { setting } = settings;
  const { definitionsOf } = definitions;
  try {
    await act(
      backgroundContext({ database, setting, definitionsOf }, account!.user, 'it', {
        name: 'seed',
        log: SILENT,
      }),
    );
  } finally {
    settings.close();
    definitions.close();
  }
}

export async function writeDocuments(dependencies: DocumentDependencies, works: Written[]): Promise<void> {
  const done = works.filter(isDone);
  for (const work of done) if (work.file) await certificate(dependencies, work, work.file);
  const signed = done.filter(
    ({ state, type, parts }) => state === CLOSED_CODE && type === 'FERMO' && Object.keys(parts).length > 0,
  );
  const last = signed.slice(-REPORTS);
  for (const work of last) await sign(dependencies, work);
  await withContext(dependencies, async (context) => {
    for (const work of last) await seal(dependencies, work, context);
  });
}
