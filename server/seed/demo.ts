/** The demo plant: a pasta factory with three sites, users, and all master data. */
import type { Schemas } from '../../schemas/read-schemas.ts';
import type { Transaction } from '../database/engine.ts';
import { DEMO_ACCOUNTS } from '../domains/sessions/demo-accounts.ts';
import type { FileStore } from '../files/file-store.ts';
import assets from './data/demo-assets.json' with { type: 'json' };
import checklists from './data/demo-checklists.json' with { type: 'json' };
import classes from './data/demo-classes.json' with { type: 'json' };
import costs from './data/demo-costs.json' with { type: 'json' };
import interventions from './data/demo-interventions.json' with { type: 'json' };
import parts from './data/demo-parts.json' with { type: 'json' };
import people from './data/demo-people.json' with { type: 'json' };
import { seedDocuments } from './demo-documents.ts';
import { seedSchedules } from './demo-schedules.ts';
import { seedStock } from './demo-stock.ts';
import { demoWork } from './demo-work.ts';
import { seedWorkDone } from './demo-work-done.ts';
import { Seeder } from './seeder.ts';

export interface DemoOptions {
  /** The argon2id hash of the password that the four accounts share. */
  passwordHash: string;
  /** The store for documents. Without it there are none. */
  files?: FileStore;
}

/** Seeds the demo plant on top of seedInitial. */
export async function seedDemo(
  transaction: Transaction,
  schemas: Schemas,
  { passwordHash, files }: DemoOptions,
): Promise<void> {
  const seeder = new Seeder(transaction, schemas);
  const masterData = [...people, ...classes, ...interventions, ...costs, ...checklists, ...assets, ...parts];
  for (const group of [...masterData, demoWork()]) await seeder.add(group);
  await seedSchedules(transaction, seeder);
  await seedWorkDone(transaction, seeder);
  await seedStock(transaction, seeder);
  if (files) await seedDocuments(transaction, schemas, seeder, files);
  await transaction.query(
    `insert into credenziale (id_utente, hash)
     select id, $1 from utente where mail = any($2::text[])
     on conflict do nothing`,
    [passwordHash, DEMO_ACCOUNTS],
  );
}
