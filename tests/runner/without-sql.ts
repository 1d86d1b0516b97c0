/** Server tests that do not depend on the database, and would prove nothing more on a second engine. */
export const WITHOUT_SQL = [
  'backup/commands',
  'database/embedded',
  'documents/file',
  'documents/form',
  'documents/store',
  'import/strange',
  'import/template',
  'input',
  'interventions/report',
  'mail/templates',
  'openapi',
  'qr',
  'sessions/guards',
  'sessions/single-sign-on',
  'sheets',
  'start/start-up',
].map((name) => `tests/server/${name}.test.ts`);
