/**
 * For anybody with a report in their hands: is this the file that was signed, and is what it tells what was entered?
 * Nothing more is told of it, and nothing that changed later.
 */
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { Call, Context } from '../../../http/call.ts';
import { Problem, refused } from '../../../http/problem.ts';
import { limitAttempts } from '../../../http/rate-limit.ts';
import { CHANGE } from './changes.ts';
import { thenAndNow } from './seal.ts';

/** Codes that are not there, asked for from one address in a minute. */
const GUESSES = 20;
const HASH = /^[0-9a-f]{64}$/i;

/** As people copy it from paper: in small letters, without its dash, with an O for a zero. */
const codeIn = ({ params }: Context): string => {
  const letters = (params.code ?? '').toUpperCase().replaceAll(/[\s-]/g, '');
  const read = letters.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return `${read.slice(0, 5)}-${read.slice(5)}`;
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

/** Beside the answer, where there is something to tell: another report took its place, or was not what was entered. */
async function besideOf(schemas: Schemas, report: Found, context: Context) {
  const changes = await thenAndNow({ queryable: context.database, schemas }, report, context);
  return {
    ...(report.sostituito && { sostituito: 1 }),
    ...(changes.length > 0 && { modifiche: changes }),
  };
}

const BESIDE = {
  sostituito: { const: 1, description: 'Another job report was made in its place; only where it is so' },
  modifiche: {
    type: 'array',
    items: CHANGE,
    description:
      'What the state was entered with although the job report tells otherwise; only where it is so',
  },
};

export function reportCheckCalls(schemas: Schemas): Call[] {
  const attempts = limitAttempts(GUESSES);
  const guarded = (context: Context): Promise<Found> =>
    attempts.run(context.address, () => reportOf(context));
  const common = { path: '/rapportini/verifica/:code', access: 'public' as const, tag: 'job-report' };
  return [
    {
      ...common,
      method: 'GET',
      summary: { it: 'Esiste un rapportino con questo codice?', en: 'Is there a job report with this code?' },
      reply: { type: 'object', properties: { esiste: { const: 1 }, ...BESIDE } },
      example: { data: { esiste: 1 } },
      async handle(context) {
        const report = await guarded(context);
        return { data: { esiste: 1, ...(await besideOf(schemas, report, context)) } };
      },
    },
    {
      ...common,
      method: 'POST',
      summary: {
        it: 'Questo file è il rapportino che è stato firmato?',
        en: 'Is this file the job report that was signed?',
      },
      body: {
        type: 'object',
        required: ['hash'],
        properties: { hash: { type: 'string', description: 'SHA-256 of the file, hexadecimal' } },
      },
      reply: {
        type: 'object',
        properties: { esiste: { const: 1 }, corrisponde: { enum: [0, 1] }, ...BESIDE },
      },
      example: { body: { hash: '0'.repeat(64) }, data: { esiste: 1, corrisponde: 0 } },
      async handle(context) {
        const { hash } = context.body;
        if (typeof hash !== 'string' || !HASH.test(hash)) throw refused('report-bad-hash');
        const report = await guarded(context);
        const corrisponde = report.hash === hash.toLowerCase() ? 1 : 0;
        return { data: { esiste: 1, corrisponde, ...(await besideOf(schemas, report, context)) } };
      },
    },
  ];
}
