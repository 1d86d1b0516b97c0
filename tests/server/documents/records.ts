/** Shared by the tests of documents: records, upload forms, stored files. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { formOf } from '../../files/sample-files.ts';
import type { Answer, Client, Plant } from '../plant/plant.ts';

export type Files = [string, Buffer][];

/** Creates a class without custom fields. */
async function ownClass(admin: Client, resource: string): Promise<number> {
  const { data } = await admin.get(`/${resource}/?pag=-1`);
  const existing = data.find(({ codice }: { codice: string }) => codice === 'DOC');
  return (
    existing?.id ?? (await admin.post(`/${resource}/`, { codice: 'DOC', descrizione: 'Documentati' })).data.id
  );
}

const SOMETHING: Record<string, unknown> = {
  str: 'x',
  nota: 'x',
  int: 1,
  float: 1,
  boolean: 1,
  date: '2020-01-01',
  timestamp: '2020-01-01T00:00:00Z',
};

/** Returns values for the fields that every class requires. */
async function requiredFields(admin: Client, resource: string, classId: number): Promise<Row> {
  const { data } = await admin.get(`/${resource}/template/${classId}`);
  const required = data.filter(({ obbligatorio }: Row) => obbligatorio === 1);
  return Object.fromEntries(
    required.map(({ campo_tabella: name }: { campo_tabella: string }) => [
      name,
      SOMETHING[/^campo_([a-z]+)/.exec(name)![1]!],
    ]),
  );
}

/** Creates a record for everyone: organisation and department 1 mean all. */
export async function addRecord(
  demo: Plant,
  resource: 'oggetto' | 'ricambio' | 'magazzino',
  codice: string,
  more: Row = {},
): Promise<number> {
  const classes = { oggetto: 'classe', ricambio: 'ricambio/classe', magazzino: 'magazzino/classe' };
  const admin = await demo.as('SUADMIN');
  const classId = await ownClass(admin, classes[resource]);
  const row = {
    codice,
    descrizione: codice,
    id_classe: classId,
    id_organizzazione: 1,
    id_reparto: 1,
    ...(await requiredFields(admin, resource, classId)),
    ...more,
  };
  const answer = await admin.post(`/${resource}/`, row);
  expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 });
  return answer.data.id;
}

export async function send(client: Client, path: string, files: Files, part = 'file'): Promise<Answer> {
  return client.send('POST', path, { language: 'it', ...(await formOf(files, part)) });
}

/** Lists stored contents and drafts in the plant's data folder. */
export function filesOnDisk({ folder }: Plant): string[] {
  const root = join(folder, 'files');
  try {
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .sort();
  } catch {
    return [];
  }
}
