/**
 * The server of the mail benchmark: a demo plant with a number of mails in its outbox, and the settings of the SMTP
 * server at a given port. A child process that is killed and restarted; prints 'ready' when it listens.
 */
import { readSchemas } from '../schemas/read-schemas.ts';
import { buildApp } from '../server/app.ts';
import { openDatabase } from '../server/database/engine.ts';
import { migrate } from '../server/database/migration.ts';
import { queueMails } from '../server/domains/outbox/index.ts';
import { hashPassword } from '../server/domains/sessions/password.ts';
import { seedDemo } from '../server/seed/demo.ts';
import { seedInitial } from '../server/seed/initial.ts';
import { printReady } from './server-process.ts';

const [folder, url, smtpPort, mails] = process.argv.slice(2) as [string, string, string, string];
const log = { info: () => undefined, warn: () => undefined, error: console.error };
const schemas = readSchemas();
const database = await openDatabase({ url: url || undefined, folder, log });
await migrate(database, schemas.entities, { log });

const isFilled = async (): Promise<boolean> =>
  (await database.query("select 1 from parametro where codice = 'SmtpPorta' and valore <> ''")).rows.length >
  0;

async function fill(): Promise<void> {
  const passwordHash = await hashPassword('Officina2026!');
  await database.transaction(
    async (transaction) => {
      await seedInitial(transaction, schemas);
      await seedDemo(transaction, schemas, { passwordHash });
      const settings = {
        SmtpHost: '127.0.0.1',
        SmtpPorta: smtpPort,
        SmtpSicurezza: 'nessuna',
        SmtpMittente: 'Officina <officina@bench.example>',
      };
      for (const [code, value] of Object.entries(settings))
        await transaction.query('update parametro set valore = $2 where codice = $1', [code, value]);
      await queueMails(
        transaction,
        Array.from({ length: Number(mails) }, (_, index) => ({
          to: [{ address: `persona${index}@bench.example`, name: `Persona ${index}` }],
          subject: `Intervento ${index}`,
          body: `<p>È stata inserita la segnalazione <b>${index}</b> su Confezionatrice (Foligno).</p>`,
          html: true,
          about: 'intervento' as const,
        })),
      );
    },
    { unhurried: true },
  );
}

if (!(await isFilled())) await fill();
const app = await buildApp({ database, schemas, version: 'bench', site: 'none', folder });
await app.server.listen({ port: 0, host: '127.0.0.1' });
printReady({});
