/** Shared by the tests of imports: uploads, jobs, classes with custom fields. */
import { expect } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { formOf } from '../../files/sample-files.ts';
import { sheetsOf } from '../../files/workbooks.ts';
import { settled } from '../plant/jobs.ts';
import type { Answer, Client, Options } from '../plant/plant.ts';

export async function sendFile(
  client: Client,
  path: string,
  bytes: Buffer,
  { name = 'file.xlsx', ...options }: Options & { name?: string } = {},
): Promise<Answer> {
  const form = await formOf([[name, bytes]], 'file');
  return client.send('POST', path, { language: 'it', ...options, ...form });
}

/** The result of the documented call, which does everything at once. */
export interface Imported {
  errors: number;
  filename: string;
  /** The text of the column ESITO, by code. */
  outcome: Record<string, string>;
  rows: unknown[][];
}

export async function importAll(
  client: Client,
  resource: string,
  bytes: Buffer,
  { key = 'CODICE', ...options }: Options & { key?: string } = {},
): Promise<Imported> {
  const answer = await sendFile(client, `/${resource}/templatexls/`, bytes, options);
  expect(answer, answer.description).toMatchObject({ status: 200, result: 0 });
  const [first] = await sheetsOf(Buffer.from(answer.data.dataFile.data, 'base64'));
  const [headers, ...rows] = first!.rows;
  const [code, last] = [headers!.indexOf(key), headers!.indexOf('ESITO')];
  return {
    errors: answer.data.numberOfErrors,
    filename: answer.data.dataFile.filename,
    outcome: Object.fromEntries(rows.map((row) => [String(row[code]), String(row[last])])),
    rows: [headers!, ...rows],
  };
}

export async function step(client: Client, path: string, body: unknown = {}): Promise<Row> {
  const answer = await client.post(path, body, { language: 'it' });
  expect(answer, answer.description).toMatchObject({ status: 200, result: 0 });
  return settled(client, answer.data.id);
}

/** Returns the results of rows by number. */
export async function verdicts(
  client: Client,
  resource: string,
  id: number,
  more = '',
): Promise<Record<number, [string, string]>> {
  const { data } = await client.get(`/${resource}/importazione/${id}/righe/?max_rows=1000${more}`, {
    language: 'it',
  });
  return Object.fromEntries(data.map((row: Row) => [row.riga, [row.esito, row.messaggio]]));
}
