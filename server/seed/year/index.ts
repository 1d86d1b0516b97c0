/**
 * A year of work in the demo plant, and some weeks in advance, so that no page is empty. It is always the same, and
 * written with a few statements. It runs once, after the demo plant.
 */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { Transaction } from '../../database/engine.ts';
import type { FileStore } from '../../files/file-store.ts';
import { Seeder } from '../seeder.ts';
import { failures, justClosed, routine } from './failures.ts';
import { writeImports } from './imports.ts';
import { writeMails } from './mails.ts';
import { maintenanceRows, scheduled, scheduleRows } from './scheduled.ts';
import { occasional, open, refused } from './special-work.ts';
import { moveParts } from './stock.ts';
import { writeDeliveries, writeKey, writeReplacedPhone, writeVisits } from './surroundings.ts';
import type { Work } from './work.ts';
import { peopleOf, writeWork } from './write-work.ts';
import { writeDocuments } from './year-documents.ts';

export interface YearOptions {
  /** The store for documents. Without it there are none. */
  files?: FileStore;
  /** The address of the plant, which a signed report contains for verification. */
  origin: string;
}

/** Returns the work in the order of its entry. */
export const workOfTheYear = (now: Date): Work[] =>
  [
    ...failures(now),
    ...routine(now),
    ...scheduled(now),
    ...occasional(now),
    ...refused(now),
    ...open(now),
    justClosed(now),
  ].sort((one, other) => one.reported.getTime() - other.reported.getTime());

export async function seedYear(
  transaction: Transaction,
  schemas: Schemas,
  { files, origin }: YearOptions,
): Promise<void> {
  const { rows } = await transaction.query("select 1 from lavoro where tipo = 'importazione' limit 1");
  if (rows.length > 0) return;
  const now = new Date();
  const seeder = new Seeder(transaction, schemas);
  await seeder.insert('manutenzione/schedulazione', scheduleRows(now));
  await seeder.insert('manutenzione', maintenanceRows(now));
  const people = await peopleOf(transaction);
  const works = await writeWork(transaction, seeder, workOfTheYear(now), people);
  await moveParts(transaction, seeder, works, people);
  await writeMails(transaction, works, people, now);
  await writeImports(transaction, seeder, people, now);
  await writeVisits(transaction, people, now);
  await writeReplacedPhone(transaction, people, now);
  await writeDeliveries(transaction, works, now);
  await writeKey(transaction, now);
  if (files) await writeDocuments({ transaction, schemas, seeder, files, people, origin }, works);
}
