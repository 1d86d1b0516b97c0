/**
 * The initial content of every plant: families, roles, states and their structure, types, classes, folders,
 * settings.
 */

import packageFile from '../../package.json' with { type: 'json' };
import type { Schemas } from '../../schemas/read-schemas.ts';
import type { Transaction } from '../database/engine.ts';
import initial from './data/initial.json' with { type: 'json' };
import settings from './data/settings.json' with { type: 'json' };
import { Seeder } from './seeder.ts';

const { version } = packageFile;

export async function seedInitial(transaction: Transaction, schemas: Schemas): Promise<void> {
  const seeder = new Seeder(transaction, schemas);
  for (const group of initial) await seeder.add(group);
  await seedSettings(transaction, schemas);
  // A licence without numbers has no limits.
  await transaction.query('insert into licenza (mtbf) select 1 where not exists (select 1 from licenza)');
}

/** Adds missing settings at each start. Settings are never deleted, so a missing one belongs to a newer version. */
export async function seedSettings(transaction: Transaction, schemas: Schemas): Promise<void> {
  await new Seeder(transaction, schemas).add(settings);
  await transaction.query("update parametro set valore = $1 where codice = 'Versione' and valore <> $1", [
    version,
  ]);
}
