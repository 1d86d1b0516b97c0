/**
 * The public check of a report: whether a file is the signed one, and whether data entered later matches it. It
 * returns no other data.
 */
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { Call, Context } from '../../../http/call.ts';
import { Problem, refusedAt } from '../../../http/problem.ts';
import type { Limits } from '../../../http/rate-limit.ts';
import { CHANGE } from './changes.ts';
import { enteredDifferences } from './seal.ts';

/** The maximum number of unknown codes per address and minute. */
const GUESSES = 20;
const HASH = /^[0-9a-f]{64}$/i;

/** Reads a code as typed from a printout: in upper or lower case, without the dash, with O for zero. */
const codeIn = ({ params }: Context): string => {
  const letters = (params.code ?? '').toUpperCase().replaceAll(/[\s-]/g, '');
  const digits = letters.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return `${digits.slice(0, 5)}-${digits.slice(5)}`;
};

interface Found {
  id_odl: number;
  hash: string;
  contenuto: string | null;
  contenuto_entrata: string | null;
  sostituito: string | null;
}

async function reportOf(context: Context): Promise<Found> {
  const { rows } = await context.database.query<Found>(
    'select id_odl, hash, contenuto, contenuto_entrata, sostituito from rapportini where codice = $1',
    [codeIn(context)],
  );
  if (!rows[0]) throw new Problem(404, 'report-unknown');
  return rows[0];
}

/** Returns additional members if the report was replaced, or differs from the data entered. */
async function additionsOf(schemas: Schemas, report: Found, context: Context) {
  const changes = await enteredDifferences({ queryable: context.database, schemas }, report, context);
  return {
    ...(report.sostituito && { sostituito: 1 }),
    ...(changes.length > 0 && { modifiche: changes }),
  };
}

const ADDITIONS = {
  sostituito: { const: 1, description: 'Present if another job report replaced this one' },
  modifiche: {
    type: 'array',
    items: CHANGE,
    description: 'Present if the state was entered with values that differ from the job report',
  },
};

export function reportCheckCalls(schemas: Schemas, limits: Limits): Call[] {
  const attempts = limits.attempts('report', GUESSES);
  const limitedReport = (context: Context): Promise<Found> =>
    attempts.run(context.address, () => reportOf(context));
  const common = { path: '/rapportini/verifica/:code', access: 'public' as const, tag: 'job-report' };
  return [
    {
      ...common,
      method: 'GET',
      summary: {
        it: 'Esiste un rapportino con questo codice?',
        en: 'Whether a job report with this code exists',
      },
      reply: { type: 'object', properties: { esiste: { const: 1 }, ...ADDITIONS } },
      example: { data: { esiste: 1 } },
      async handle(context) {
        const report = await limitedReport(context);
        return { data: { esiste: 1, ...(await additionsOf(schemas, report, context)) } };
      },
    },
    {
      ...common,
      method: 'POST',
      summary: {
        it: 'Questo file è il rapportino che è stato firmato?',
        en: 'Whether this file is the signed job report',
      },
      body: {
        type: 'object',
        required: ['hash'],
        properties: { hash: { type: 'string', description: 'SHA-256 of the file, in hexadecimal' } },
      },
      reply: {
        type: 'object',
        properties: { esiste: { const: 1 }, corrisponde: { enum: [0, 1] }, ...ADDITIONS },
      },
      example: { body: { hash: '0'.repeat(64) }, data: { esiste: 1, corrisponde: 0 } },
      async handle(context) {
        const { hash } = context.body;
        if (typeof hash !== 'string' || !HASH.test(hash)) throw refusedAt('hash', 'report-bad-hash');
        const report = await limitedReport(context);
        const corrisponde = report.hash === hash.toLowerCase() ? 1 : 0;
        return { data: { esiste: 1, corrisponde, ...(await additionsOf(schemas, report, context)) } };
      },
    },
  ];
}
