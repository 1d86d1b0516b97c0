/** POST and PUT of interventions: one, with its refusals in words, or several by their ids, each for itself. */
import type { Row } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { refusalTexts } from '../../../schemas/validate.ts';
import { crudCalls } from '../../capabilities/crud.ts';
import { type Records, recordsOf } from '../../capabilities/records.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { ApiSchema, Call, Context, Reply } from '../../http/call.ts';
import { envelopeOf, problemOf } from '../../http/errors.ts';
import { readId } from '../../http/parameters.ts';
import { malformed, Problem, say } from '../../http/problem.ts';
import { CHANGE } from './report/changes.ts';

const MOST_AT_ONCE = 100;

/** Refusals of the product's rules, not of one field's form: they are the answer, and not only a word beside a field. */
const RULE = /^(state|technician|notified|open|checklist|report|control|cost-centre|end|field)-/;

export function inWords(error: unknown): unknown {
  if (!(error instanceof Problem) || error.key !== 'invalid') return error;
  const rules = error.refusals.filter(({ rule }) => RULE.test(rule));
  if (rules.length === 0) return error;
  const sentences = (language: 'it' | 'en') =>
    [...new Set(Object.values(refusalTexts(rules, language)))].join('. ');
  const reasons = { it: sentences('it'), en: sentences('en') };
  return new Problem(error.status, 'refused-because', { params: { reasons }, refusals: error.refusals });
}

const told = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw inWords(error);
  });

function idsIn(text = ''): number[] {
  const ids = [...new Set(text.split(',').map((part) => readId(part.trim())))];
  if (ids.length > MOST_AT_ONCE) throw malformed('too-many-records', { max: MOST_AT_ONCE });
  return ids;
}

/** One after the other, each in a transaction of its own: what one is refused stops no other. */
async function changeSeveral(records: Records, ids: number[], context: Context): Promise<Row[]> {
  const { versione: _, ...change } = context.body;
  const outcomes: Row[] = [];
  // Of more than one call takes, too: whoever changes hundreds sends them a hundred at a time.
  const together = { ...context, batch: `modifica ${context.user!.id}` };
  for (const id of ids)
    try {
      await told(records.update(id, change, together));
      outcomes.push({ id, result: 0, description: say('ok', context.language) });
    } catch (error) {
      const problem = problemOf(error as Error);
      if (problem.status >= 500) throw error;
      const { result, description, errors } = envelopeOf(problem, context.language) as Row;
      outcomes.push({ id, result, description, ...(errors ? { errors } : {}) });
    }
  return outcomes;
}

const BYPASS: Record<string, ApiSchema> = {
  isBypassBlockAllowed: { enum: ['0', '1'], description: 'After result -9 was confirmed' },
};

const COPY: Record<string, ApiSchema> = {
  idCopia: {
    type: 'integer',
    description: 'The intervention that it is a copy of: its class, for who does not choose one',
  },
};

const OUTDATED: ApiSchema = {
  type: 'object',
  required: ['modifiche'],
  properties: { modifiche: { type: 'array', items: CHANGE } },
  description: 'With result -11, where a job report is there and tells otherwise: what has changed since',
};

export function changeCalls(schemas: Schemas, rules: RulesByResource): Call[] {
  const entity = schemas.byResource.get('odl')!;
  const records = recordsOf(entity, schemas, rules);
  const made = crudCalls(entity, schemas, rules);
  const create = made.find(({ method }) => method === 'POST')!;
  const update = made.find(({ method }) => method === 'PUT')!;
  const row = update.reply!;
  return [
    {
      ...create,
      query: { ...BYPASS, ...COPY },
      handle: (context) => told(create.handle(context) as Promise<Reply>),
    },
    {
      ...update,
      path: '/odl/:id',
      query: BYPASS,
      summary: {
        it: 'Modifica di un intervento, o di più insieme con gli id separati da virgole: ognuno ha il suo esito',
        en: 'Update of an intervention, or of several by ids with commas: each has its own outcome',
      },
      reply: {
        oneOf: [
          row,
          {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                id: { type: 'integer' },
                result: { type: 'integer' },
                description: { type: 'string' },
              },
            },
          },
          OUTDATED,
        ],
      },
      async handle(context) {
        const ids = idsIn(context.params.id);
        const [id] = ids as [number];
        if (ids.length > 1) return { data: await changeSeveral(records, ids, context) };
        return { data: await told(records.update(id, context.body, context)) };
      },
    },
  ];
}
