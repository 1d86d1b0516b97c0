/** A new plant. It is filled once, when the database is empty, and stored as demo or real. */

import type { Schemas } from '../schemas/read-schemas.ts';
import type { Database, Queryable, Transaction } from './database/engine.ts';
import { onlyRow } from './database/rows.ts';
import { StartupError } from './database/startup-error.ts';
import { DEMO_PASSWORD } from './domains/sessions/demo-accounts.ts';
import { linkFor } from './domains/sessions/links.ts';
import { hashPassword } from './domains/sessions/password.ts';
import type { FileStore } from './files/file-store.ts';
import { createTokens } from './http/tokens.ts';
import { seedDemo } from './seed/demo.ts';
import { seedInitial, seedSettings } from './seed/initial.ts';
import { insertRows } from './seed/insert.ts';
import { seedYear } from './seed/year/index.ts';

export interface Plant {
  demo: boolean;
}

interface PlantParts {
  database: Database;
  schemas: Schemas;
  files: FileStore;
}

interface PlantOptions {
  empty: boolean;
  /** The e-mail of the first super admin of a real plant. */
  admin: string;
  /** Whether a demo plant includes a year of work. */
  demoYear: boolean;
  port: number;
}

async function storedPlant(database: Queryable): Promise<Plant | undefined> {
  const { rows } = await database.query<{ demo: number }>('select demo from impianto');
  return rows[0] && { demo: rows[0].demo === 1 };
}

async function addFirstAdmin(transaction: Transaction, schemas: Schemas, mail: string): Promise<void> {
  const { rows } = await transaction.query<{ id: number }>(
    `select r.id from ruolo r join ruolo_famiglia f on f.id = r.id_famiglia_ruolo where f.codice = 'SUADMIN' order by r.id`,
  );
  const registrazione = new Date().toISOString().slice(0, 10);
  const admin = {
    nome: 'Super',
    cognome: 'Amministratore',
    mail,
    id_utente_ruolo: onlyRow(rows).id,
    registrazione,
  };
  await insertRows(transaction, schemas.byResource.entity('utente'), [
    { ...admin, attivo: 0, is_default: 1 },
  ]);
}

/** The number of the lock, the same in every process: one process fills the database, the others wait. */
const FILLING_LOCK = 620_414;

async function fill(
  { database, schemas, files }: PlantParts,
  { empty, admin, demoYear, port }: PlantOptions,
): Promise<Plant> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  return database.transaction(
    async (transaction) => {
      await transaction.query('select pg_advisory_xact_lock($1)', [FILLING_LOCK]);
      const filled = await storedPlant(transaction);
      if (filled) return filled;
      await seedInitial(transaction, schemas);
      if (empty) await addFirstAdmin(transaction, schemas, admin);
      else {
        await seedDemo(transaction, schemas, { passwordHash, files });
        if (demoYear) await seedYear(transaction, schemas, { files, origin: `http://localhost:${port}` });
      }
      await transaction.query('insert into impianto (demo) values ($1)', [empty ? 0 : 1]);
      return { demo: !empty };
    },
    { unhurried: true },
  );
}

export async function openPlant(parts: PlantParts, options: PlantOptions): Promise<Plant> {
  const { database, schemas } = parts;
  const plant = await storedPlant(database);
  if (plant?.demo && options.empty)
    throw new StartupError(
      'This database contains a demo plant, and --empty requires a real one. Choose another folder with --data, or another database in DATABASE_URL.',
    );
  if (!plant) return fill(parts, options);
  await database.transaction((transaction) => seedSettings(transaction, schemas));
  return plant;
}

const FIRST_ADMIN = `
  select u.id, u.mail from utente u
  join ruolo r on r.id = u.id_utente_ruolo
  join ruolo_famiglia f on f.id = r.id_famiglia_ruolo
  where f.codice = 'SUADMIN' and u.sys = 0
  order by u.attivo desc, u.id`;

export interface Invitation {
  mail: string;
  link: string;
}

/** Returns an activation link for the first super admin, new at each start, until a super admin has a password. */
export async function firstAdminLink(database: Database, origin: string): Promise<Invitation | undefined> {
  const { rows } = await database.query<{ id: number; mail: string }>(FIRST_ADMIN);
  const { rows: ready } = await database.query(
    `select 1 from (${FIRST_ADMIN}) a join credenziale c on c.id_utente = a.id where c.hash is not null`,
  );
  const admin = rows[0];
  if (!admin || ready.length > 0) return undefined;
  return {
    mail: admin.mail,
    link: await linkFor(await createTokens(database), 'activate', admin.id, origin),
  };
}
