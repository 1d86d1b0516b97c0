/** Server tests whose outcome no database can change: against a second engine they would prove nothing more. */
export const WITHOUT_SQL = [
  'backup/commands',
  'database/embedded',
  'documents-file',
  'documents-form',
  'documents-store',
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
