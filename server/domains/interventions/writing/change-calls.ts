/**
 * POST and PUT of one intervention, or of several by their ids, each with its own result. Refusals get a full
 * sentence.
 */

import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { BLOCKED, REPORT_NEEDED } from '../../../../schemas/results.ts';
import { refusalTexts } from '../../../../schemas/validate.ts';
import { type Override, override } from '../../../capabilities/overrides.ts';
import { type Records, recordsOf } from '../../../capabilities/records.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import { bodiesOf, VERSIONS } from '../../../capabilities/several-records.ts';
import type { ApiSchema } from '../../../http/call.ts';
import { Problem } from '../../../http/problem.ts';
import { listOf } from '../../../http/reply-schemas.ts';
import { readIds } from '../../../requests/ids.ts';
import { CHANGE } from '../report/changes.ts';
import { changeSeveral, OUTCOMES } from './change-several.ts';

/**
 * Refusals by rules of the product, not by the format of a field. They become the message of the reply, and not
 * only a note at a field.
 */
const RULE = /^(state|technician|notified|open|checklist|report|control|cost-centre|end|field)-/;

export function withReasons(error: unknown): unknown {
  if (!(error instanceof Problem) || error.key !== 'invalid') return error;
  const rules = error.refusals.filter(({ rule }) => RULE.test(rule));
  if (rules.length === 0) return error;
  const sentences = (language: 'it' | 'en') =>
    [...new Set(Object.values(refusalTexts(rules, language)))].join('. ');
  const reasons = { it: sentences('it'), en: sentences('en') };
  return new Problem(error.status, 'refused-because', { params: { reasons }, refusals: error.refusals });
}

const explained = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw withReasons(error);
  });

const BYPASS: Record<string, ApiSchema> = {
  isBypassBlockAllowed: {
    enum: ['0', '1'],
    description: `1 if the user has confirmed after result ${BLOCKED}`,
  },
};

const COPY: Record<string, ApiSchema> = {
  idCopia: {
    type: 'integer',
    description: 'The id of the original of a copy: its class applies if the user may not choose one',
  },
};

const SEEN: Record<string, ApiSchema> = {
  daStato: {
    type: 'integer',
    description: 'The id of the state that the user saw: 409 if the intervention is in another state by now',
  },
};

const OUTDATED: ApiSchema = {
  type: 'object',
  required: ['modifiche'],
  properties: { modifiche: listOf(CHANGE) },
  description: `With result ${REPORT_NEEDED}, if there is a job report that differs: the changes since then`,
};

export function changeOverrides(schemas: Schemas, rules: RulesByResource): Override[] {
  const entity = schemas.byResource.entity('odl');
  const records = recordsOf(entity, schemas, rules);
  return [
    override(entity.resource, 'create', (create) => ({
      query: { ...BYPASS, ...COPY },
      handle: (context) => explained(create.handle(context)),
    })),
    override(entity.resource, 'update', ({ body, reply: row }) => ({
      query: { ...BYPASS, ...SEEN },
      many: true,
      body: { ...body, properties: { ...body?.properties, versioni: VERSIONS } },
      summary: {
        it: 'Modifica di un intervento, o di più insieme con gli id separati da virgole: ognuno ha il suo esito',
        en: 'Update an intervention, or several by comma-separated ids: each has its own result',
      },
      reply: {
        oneOf: [row ?? {}, OUTCOMES, OUTDATED],
      },
      async handle(context) {
        const bodies = bodiesOf(context.body, readIds(context.params.id));
        const update: Records['update'] = (...parameters) => explained(records.update(...parameters));
        const [first, ...others] = bodies;
        if (!first || others.length > 0) return { data: await changeSeveral(update, bodies, context) };
        return { data: await update(first.id, first.body, context) };
      },
    })),
  ];
}
