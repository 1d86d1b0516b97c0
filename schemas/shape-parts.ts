/** The parts of shapes. Each checks a value and describes the check as JSON Schema. */
type Check = (value: unknown) => boolean;

export interface Part {
  holds: Check;
  schema: object;
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON object; callers check its contents.
export const isObject = (value: unknown): value is Record<string, any> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export type Parts = Record<string, Part>;

const schemasOf = (parts: Parts): Record<string, object> =>
  Object.fromEntries(Object.entries(parts).map(([name, { schema }]) => [name, schema]));

export const listOf = ({ holds, schema }: Part): Part => ({
  holds: (value) => Array.isArray(value) && value.every(holds),
  schema: { type: 'array', items: schema },
});
export const mapOf = ({ holds, schema }: Part): Part => ({
  holds: (value) => isObject(value) && Object.values(value).every(holds),
  schema: { type: 'object', additionalProperties: schema },
});
/** Returns an object with all of `parts`, optionally `more`, and nothing else, so that typos in names are reported. */
export const only = (parts: Parts, more: Parts = {}): Part => ({
  holds: (value) =>
    isObject(value) &&
    Object.entries(parts).every(([name, { holds }]) => holds(value[name])) &&
    Object.entries(value).every(
      ([name, part]) => Object.hasOwn(parts, name) || (Object.hasOwn(more, name) && more[name]?.holds(part)),
    ),
  schema: {
    type: 'object',
    required: Object.keys(parts),
    properties: schemasOf({ ...parts, ...more }),
    additionalProperties: false,
  },
});
export const oneOf = (...values: readonly string[]): Part => ({
  holds: (value) => values.some((one) => one === value),
  schema: { enum: values },
});
export const either = (...parts: Part[]): Part => ({
  holds: (value) => parts.some(({ holds }) => holds(value)),
  schema: { anyOf: parts.map(({ schema }) => schema) },
});

export const text: Part = { holds: (value) => typeof value === 'string', schema: { type: 'string' } };
export const number: Part = { holds: (value) => typeof value === 'number', schema: { type: 'number' } };
export const count: Part = { holds: Number.isInteger, schema: { type: 'integer' } };
export const truth: Part = { holds: (value) => typeof value === 'boolean', schema: { type: 'boolean' } };
export const plain: Part = {
  holds: (value) => text.holds(value) || number.holds(value),
  schema: { type: ['string', 'number'] },
};
export const texts = listOf(text);
export const values = mapOf(plain);
export const italian = only({ it: text });
export const titled = only({ title: text, 'x-title': italian });

/** A check of a word's value, and the message if it fails. */
export interface Shape extends Part {
  says: string;
}
export const shape = (says: string, part: Part): Shape => ({ says, ...part });
