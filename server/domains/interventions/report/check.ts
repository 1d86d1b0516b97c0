/** For anybody with a report in his hands: is this the file that was signed? Nothing more is told of it. */
import type { Call, Context } from '../../../http/call.ts';
import { Problem, refused } from '../../../http/problem.ts';
import { limitAttempts } from '../../../http/rate-limit.ts';

/** Codes that are not there, asked for from one address in a minute. */
const GUESSES = 20;
const HASH = /^[0-9a-f]{64}$/i;

/** As people copy it from paper: in small letters, without its dash, with an O for a zero. */
const codeIn = ({ params }: Context): string => {
  const letters = (params.code ?? '').toUpperCase().replaceAll(/[\s-]/g, '');
  const read = letters.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return `${read.slice(0, 5)}-${read.slice(5)}`;
};

async function hashOf(context: Context): Promise<string> {
  const { rows } = await context.database.query<{ hash: string }>(
    'select hash from rapportini where codice = $1',
    [codeIn(context)],
  );
  if (!rows[0]) throw new Problem(404, 'report-unknown');
  return rows[0].hash;
}

export function reportCheckCalls(): Call[] {
  const attempts = limitAttempts(GUESSES);
  const guarded = (context: Context): Promise<string> => attempts.run(context.address, () => hashOf(context));
  const common = { path: '/rapportini/verifica/:code', access: 'public' as const, tag: 'job-report' };
  return [
    {
      ...common,
      method: 'GET',
      summary: { it: 'Esiste un rapportino con questo codice?', en: 'Is there a job report of this code?' },
      reply: { type: 'object', properties: { esiste: { const: 1 } } },
      example: { data: { esiste: 1 } },
      async handle(context) {
        await guarded(context);
        return { data: { esiste: 1 } };
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
        properties: { esiste: { const: 1 }, corrisponde: { enum: [0, 1] } },
      },
      example: { body: { hash: '0'.repeat(64) }, data: { esiste: 1, corrisponde: 0 } },
      async handle(context) {
        const { hash } = context.body;
        if (typeof hash !== 'string' || !HASH.test(hash)) throw refused('report-bad-hash');
        const signed = await guarded(context);
        return { data: { esiste: 1, corrisponde: signed === hash.toLowerCase() ? 1 : 0 } };
      },
    },
  ];
}
