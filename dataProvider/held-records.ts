/** Records that are stored on this device, found without a network by one of their values. */
import type { Row } from '../schemas/entity.ts';
import { isRow } from '../schemas/values.ts';
import { device } from './device.ts';
import { addressOf, pageLanguage } from './envelope.ts';
import { session } from './session.ts';
import { packedHere } from './taken.ts';

/** Returns the stored record with this value in a field, ignoring case. Lists and rows below records do not count. */
export async function heldRecord(resource: string, name: string, value: string): Promise<Row | undefined> {
  const user = session.user()?.idUtente;
  if (user === undefined) return undefined;
  const first = `${pageLanguage()} ${addressOf(`/${resource}/`)}`;
  const held = IDBKeyRange.bound([user, first], [user, `${first}\uffff`]);
  const answers = await (await device()).getAll('answers', held);
  return answers
    .filter(({ address }) => /^\d+$/.test(address.slice(first.length)))
    .map(({ answer }) => answer.data)
    .filter(isRow)
    .find((row) => String(row[name]).toLowerCase() === value.toLowerCase());
}

/** Returns the row of the user's pack with this value in a field, ignoring case. */
export async function packedRow(resource: string, name: string, value: string): Promise<Row | undefined> {
  const rows = (await packedHere())?.rows[resource] ?? [];
  return rows.find((row) => String(row[name]).toLowerCase() === value.toLowerCase());
}
