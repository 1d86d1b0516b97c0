/** Checks properties against their kinds: JSON type, format, step, default. */

import type { Entity, Field } from './entity.ts';
import { propertiesOf } from './entity-parts.ts';
import { checkKnown, type Say, suggestion } from './faults.ts';
import { KINDS } from './kinds.ts';
import type { EntitySchema } from './read-entity.ts';
import { RULES, refusalTexts, validate } from './validate.ts';

export const FORMATS: string[] = Object.values(KINDS).flatMap(({ format }) => format ?? []);
const STEPS: Record<string, number> = { number: 0.01, integer: 1 };
/** The words of a file that say what a kind needs. */
const WORDS_OF = { choices: 'oneOf or enum', reference: 'x-ref' };

/** Explains why the value does not suit the property. Uses the validator that checks records at run time. */
function misfit(entity: Entity, field: Field, value: unknown): string | undefined {
  if (value === null || value === '') return 'must be a value; leave it out when there is none';
  const alone = { ...field, readOnly: false, virtual: false, when: undefined };
  const refusals = validate({ ...entity, conditions: [], fields: [alone] }, { [field.name]: value });
  return refusalTexts(refusals, 'en')[field.name];
}

function checkKind(schema: EntitySchema, field: Field, path: string, say: Say): void {
  const { type, format } = schema;
  const { kind } = field;
  const { json, needs } = KINDS[kind];
  if (!json.includes(type))
    say(
      `${path}/${schema['x-kind'] ? 'x-kind' : 'type'}`,
      `the kind ${kind} needs type ${json.join(' or ')}`,
    );
  if (needs && [field[needs] ?? []].flat().length === 0) say(path, `a ${kind} needs ${WORDS_OF[needs]}`);
  if (format !== undefined && !FORMATS.includes(format))
    say(`${path}/format`, `no format ${format}${suggestion(format, FORMATS)}`);
  else if (format !== undefined && type !== 'string') say(`${path}/format`, 'is allowed only for a string');
  if (schema.multipleOf !== undefined && schema.multipleOf !== STEPS[type])
    say(`${path}/multipleOf`, 'must be 0.01 for a number, 1 for an integer');
}

/** Checks that no minimum exceeds its maximum, and that a limit suits its type. */
function checkLimits({ type, ...part }: EntitySchema, path: string, say: Say): void {
  for (const [least, most, types] of [
    ['minLength', 'maxLength', ['string']],
    ['minimum', 'maximum', ['number', 'integer']],
  ] as const) {
    for (const word of [least, most])
      if (part[word] !== undefined && !types.some((one) => one === type))
        say(`${path}/${word}`, `is allowed only for ${types.join(' or ')}`);
    if (part[least] > part[most]) say(`${path}/${least}`, `is more than ${most}`);
  }
}

/** Checks that a property replaces sentences that exist, by others that exist. */
export function checkTells(part: EntitySchema, path: string, say: Say): void {
  for (const [rule, sentence] of Object.entries<string>(part['x-tells'] ?? {})) {
    if (rule !== 'zero') checkKnown(`${path}/x-tells`, 'sentence', rule, RULES, say);
    checkKnown(`${path}/x-tells/${rule}`, 'sentence', sentence, RULES, say);
  }
}

export function checkFields(schema: EntitySchema, entity: Entity, say: Say): void {
  for (const [name, part] of Object.entries(propertiesOf(schema))) {
    const [field, twin] = entity.fields.filter((one) => one.name === name);
    // check-names.ts reports a name that the server reserves.
    if (!field || twin) continue;
    const path = `/properties/${name}`;
    checkKind(part, field, path, say);
    checkLimits(part, path, say);
    checkTells(part, path, say);
    for (const word of ['default', 'x-proposed']) {
      const wrong = part[word] === undefined ? undefined : misfit(entity, field, part[word]);
      if (wrong) say(`${path}/${word}`, wrong);
    }
  }
}
