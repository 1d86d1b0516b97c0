/**
 * Papers of the year: certificates that a class asks for, and job reports that were signed, made by the product's own
 * drawing and kept with the hash that anybody can check them by.
 */
import { createReadStream } from 'node:fs';
import type { FastifyBaseLogger } from 'fastify';
import { CLOSED_CODE } from '../../../schemas/interventions.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { currentDefinitions } from '../../capabilities/definitions.ts';
import { lookInto } from '../../capabilities/documents/upload.ts';
import type { Transaction } from '../../database/engine.ts';
import { joined } from '../../database/joined.ts';
import { onlyRow } from '../../database/rows.ts';
import { interventionRules } from '../../domains/interventions/index.ts';
import { drawnOf, wordsOf } from '../../domains/interventions/report/contents.ts';
import { sealed, shownPrint, toldOf } from '../../domains/interventions/report/report-values.ts';
import { newCode, pdfName, printed, shownIn } from '../../domains/interventions/report/reports.ts';
import { SIGNERS } from '../../domains/interventions/report/signers.ts';
import { currentSettings } from '../../domains/settings/current.ts';
import type { Draft } from '../../files/draft.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { Context } from '../../http/call.ts';
import { backgroundContext } from '../../jobs/background.ts';
import { createAccounts } from '../../plant/accounts.ts';
import { momentText } from '../../plant/plant-time.ts';
import type { Seeder } from '../seeder.ts';
import { signatureOf } from './signature.ts';
import { type Done, isDone, type People, type Written } from './write-work.ts';

const FOLDER = new URL('../files/', import.meta.url);
const REPORTS = 3;
/** Nothing of what is read here has anything to say. */
const SILENT = {} as FastifyBaseLogger;
const NO_LOGO = { contenuto: null, content_type: null };

export interface PaperGround {
  transaction: Transaction;
  schemas: Schemas;
  seeder: Seeder;
  files: FileStore;
  people: People;
  /** Where the plant answers: a report says where it can be checked. */
  origin: string;
}

const sentFile = (name: string) => ({ name, content: createReadStream(new URL(name, FOLDER)) });

async function* once(bytes: Uint8Array) {
  yield bytes;
}

/** Of a file that is kept, and the row that it becomes. */
async function document(
  { seeder, people }: PaperGround,
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

async function certificate(ground: PaperGround, work: Done, file: string): Promise<void> {
  const upload = await lookInto(ground.files, sentFile(file));
  await ground.files.keep(upload);
  const text = work.kind === 'STR' ? 'Certificato di taratura' : 'Verbale di verifica';
  const id = await document(ground, work, upload, { folder: 'Certificati', text, field: 'campo_file1' });
  await ground.transaction.query('update odl set campo_file1 = $2 where id = $1', [work.id, id]);
}

async function sign({ transaction, schemas, seeder, files, people }: PaperGround, work: Done): Promise<void> {
  const impronta = shownPrint(await toldOf({ queryable: transaction, schemas }, work.id));
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

async function seal(ground: PaperGround, work: Done, context: Context): Promise<void> {
  const { schemas, files, seeder, people } = ground;
  const code = newCode();
  const state = await seeder.id('stato', CLOSED_CODE);
  const parts = { schemas, files, logo: async () => NO_LOGO };
  const address = `${ground.origin}/verifica-rapportino/${code}`;
  const wanted = { intervention: work.id, state, proof: { code, address }, photos: false };
  const asked = { intervention: work.id, state, forAll: true };
  const words = await wordsOf(parts, interventionRules(schemas), asked, context);
  const contents = await drawnOf(parts, words, wanted, context);
  const told = await toldOf({ queryable: context.database, schemas }, work.id);
  const at = work.ended.toISOString();
  const bytes = await printed({ ...contents, made: momentText(at, context.setting) });
  const draft = await files.receive(once(bytes));
  await files.keep(draft);
  const upload = { ...draft, name: pdfName(contents), mime: 'application/pdf' };
  const id = await document(ground, work, upload, { folder: 'Rapportini', text: 'Rapportino firmato' });
  const author = people.of(work.technician).id;
  await seeder.insert('rapportini', [
    {
      ...{ id_odl: work.id, id_stato: state, passaggio: 1, codice: code, hash: draft.hash, id_documento: id },
      ...sealed(shownIn({ told, words }, false)),
      ...{ data_ins: at, data_ultima_mod: at, id_usr_ins: author, id_usr_ultima_mod: author },
    },
  ]);
}

/** As the super admin reads it, in the words of the plant. */
async function withReader(ground: PaperGround, act: (context: Context) => Promise<void>): Promise<void> {
  const { transaction, schemas, people } = ground;
  const database = joined(transaction, { engine: 'embedded', version: '' });
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

export async function writePapers(ground: PaperGround, works: Written[]): Promise<void> {
  const done = works.filter(isDone);
  for (const work of done) if (work.file) await certificate(ground, work, work.file);
  const signed = done.filter(
    ({ state, type, parts }) => state === CLOSED_CODE && type === 'FERMO' && Object.keys(parts).length > 0,
  );
  const last = signed.slice(-REPORTS);
  for (const work of last) await sign(ground, work);
  await withReader(ground, async (context) => {
    for (const work of last) await seal(ground, work, context);
  });
}
