/** A plant to try things on: a pasta factory with three sites, its people and every master data filled. */
import type { Schemas } from '../../schemas/read-schemas.ts';
import type { Transaction } from '../database/engine.ts';
import checklists from './data/demo-checklists.json' with { type: 'json' };
import classes from './data/demo-classes.json' with { type: 'json' };
import costs from './data/demo-costs.json' with { type: 'json' };
import interventions from './data/demo-interventions.json' with { type: 'json' };
import people from './data/demo-people.json' with { type: 'json' };
import { Seeder, type SeedGroup } from './seeder.ts';

export const DEMO_ACCOUNTS = [
  'superadmin@officina.example',
  'admin@officina.example',
  'tecnico@officina.example',
  'segnalatore@officina.example',
];

export interface DemoOptions {
  /** The argon2id hash of the password that the four accounts share. */
  passwordHash: string;
}

/** After seedInitial, on which it builds. */
export async function seedDemo(
  transaction: Transaction,
  schemas: Schemas,
  { passwordHash }: DemoOptions,
): Promise<void> {
  const seeder = new Seeder(transaction, schemas);
  const groups = [...people, ...classes, ...interventions, ...costs, ...checklists] as SeedGroup[];
  for (const group of groups) await seeder.add(group);
  await transaction.query(
    `insert into credenziale (id_utente, hash)
     select id, $1 from utente where mail = any($2::text[])
     on conflict do nothing`,
    [passwordHash, DEMO_ACCOUNTS],
  );
}
