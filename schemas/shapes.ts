/**
 * The shapes of words whose type alone is not precise enough. They are checked before other code reads the value,
 * and editors get them as JSON Schema (entity-schema.ts).
 */
import { FAMILIES } from './access.ts';
import { OFFERED_SHAPES } from './offered.ts';
import { isLeftOut, REST } from './rest.ts';
import {
  count,
  either,
  isObject,
  italian,
  listOf,
  mapOf,
  number,
  oneOf,
  only,
  type Part,
  type Parts,
  plain,
  type Shape,
  shape,
  text,
  texts,
  titled,
  truth,
  values,
} from './shape-parts.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

export type { Shape };

const address: Part = {
  holds: (value) => text.holds(value) && /^\/\w/.test(String(value)),
  schema: { type: 'string', pattern: '^/\\w' },
};
const expression: Part = {
  holds: (value) => {
    try {
      return text.holds(value) && Boolean(new RegExp(String(value), 'u'));
    } catch {
      return false;
    }
  },
  schema: { type: 'string', format: 'regex' },
};
/**
 * Returns a value of a list. It accepts any text here, because check-schemas.ts reports other values with a
 * suggestion.
 */
const listed = (values: readonly string[]): Part => ({ ...text, schema: { enum: values } });

const family = oneOf(...FAMILIES);
export const GRANT = only({ role: family }, { setting: either(text, texts) });
const grantList = listOf(GRANT);
const pair = (first: Part, second: Part): Part => ({
  holds: (value) =>
    Array.isArray(value) && value.length === 2 && first.holds(value[0]) && second.holds(value[1]),
  schema: {
    type: 'array',
    items: [first.schema, second.schema],
    minItems: 2,
    additionalItems: false,
  },
});
const protection = (which: Parts): Part =>
  only({ ...which, against: listOf(oneOf('update', 'delete')) }, { unless: listOf(family) });
/** check-schemas.ts checks the members. */
const choice: Part = {
  holds: isObject,
  schema: {
    type: 'object',
    required: ['const', 'title', 'x-title'],
    properties: {
      title: { type: 'string', minLength: 1 },
      'x-title': { type: 'object', required: ['it'], properties: { it: { type: 'string', minLength: 1 } } },
    },
  },
};

const leftOut: Part = {
  holds: (value) => text.holds(value) && isLeftOut(String(value)),
  schema: { type: 'string', pattern: '^-' },
};
const column = either(text, only({ child: text }));
/** The columns of an import sheet, and the properties excluded from their rest. */
const sheet: Part = {
  holds: (value) =>
    isObject(value) &&
    Object.entries(value).every(([header, part]) => (header === REST ? listOf(leftOut) : column).holds(part)),
  schema: {
    type: 'object',
    properties: { [REST]: listOf(leftOut).schema },
    additionalProperties: column.schema,
  },
};

const grants = shape('must be a list of {role, setting?}', grantList);
const names = shape('must be a list of names', texts);
const condition = shape(
  'must be {properties: {name: {const} or {enum}}}',
  only({ properties: mapOf(either(only({}, { const: plain }), only({ enum: listOf(plain) }))) }),
);
const narrowing = only(
  {},
  {
    const: plain,
    format: oneOf('email'),
    minLength: count,
    maxLength: count,
    minimum: number,
    maximum: number,
    pattern: expression,
  },
);
const demand = shape(
  'must be {required?, properties?: {name: {const, format: email, minLength, maxLength, minimum, maximum or pattern}}}',
  only({}, { required: texts, properties: mapOf(narrowing) }),
);

export const ENTITY_SHAPES = {
  required: names,
  if: condition,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nothing awaits this object.
  then: demand,
  else: demand,
  allOf: shape(
    'must be a list of {if, then?, else?}',
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nothing awaits this object.
    listOf(only({ if: condition }, { then: demand, else: demand })),
  ),
  'x-title': shape('must be {it, its, ens}', only({}, { it: text, its: text, ens: text })),
  'x-routes': shape(
    'must be {list, detail, form, copy, child, tab, upload, document}, each address beginning with /',
    only(
      {},
      {
        list: address,
        detail: address,
        form: address,
        copy: address,
        child: address,
        tab: text,
        upload: address,
        document: address,
      },
    ),
  ),
  'x-calls': names,
  'x-menu': shape(
    'must be {group, order, label?: {it, en}}',
    only({ group: listed(vocabulary.groups), order: number }, { label: only({ it: text, en: text }) }),
  ),
  'x-key': names,
  'x-unique': shape('must be a list of lists of names', listOf(texts)),
  'x-index': shape('must be a list of lists of names, or of a name and ASC or DESC', listOf(texts)),
  'x-counts': shape('must be a list of lists of names', listOf(texts)),
  'x-sort': shape('must be [column, ASC or DESC]', pair(text, oneOf('ASC', 'DESC'))),
  'x-search': names,
  'x-list': names,
  'x-filters': names,
  'x-drawn': names,
  'x-dialog': shape('must be {add?: {title, x-title: {it}}}', only({}, { add: titled })),
  'x-form': shape(
    'must be a list of {title, x-title: {it}, fields, tab?}',
    listOf(only({ title: text, 'x-title': italian, fields: texts }, { tab: truth })),
  ),
  'x-children': shape(
    'must be a list of {path, entity, parent, key?, tab?, own?}',
    listOf(only({ path: text, entity: text, parent: text }, { key: text, tab: truth, own: truth })),
  ),
  'x-custom-fields': shape(
    'must be {definitions, class, texts: a whole number}',
    only({ definitions: text, class: text, texts: count }),
  ),
  'x-documents': shape(
    'must be {entity, parent, cover?, type?, with?: {TYPE: reference}, own?, tab?, single?}',
    only(
      { entity: text, parent: text },
      {
        cover: truth,
        type: text,
        with: mapOf(text),
        own: truth,
        tab: truth,
        single: truth,
      },
    ),
  ),
  'x-hierarchy': shape(
    'must be {parent, within, top?, below?, add?: {title, x-title: {it}}}',
    only({ parent: text, within: text }, { top: titled, below: titled, add: titled }),
  ),
  'x-import': shape(
    'must be {file, columns: {HEADER: property or {child}, "..."?: [-property]}, key?, path?, access?: [{role, setting?}]}',
    only({ file: text, columns: sheet }, { key: text, path: text, access: grantList }),
  ),
  'x-qr': shape(
    'must be {prefix, texts, among?: {filter: value}, settings?: {prefix, type, content, texts, header, logos}}',
    only(
      { prefix: text, texts },
      {
        among: values,
        settings: only(
          {},
          { prefix: text, type: text, content: text, texts: text, header: text, logos: text },
        ),
      },
    ),
  ),
  'x-finder': shape(
    'must be {code?, words, fact?, among?: {filter: value}}',
    only({ words: texts }, { code: text, fact: text, among: values }),
  ),
  'x-tree': shape('must be {child, parent, rows?}', only({ child: text, parent: text }, { rows: truth })),
  'x-tabs': names,
  'x-lookup': names,
  'x-traits': names,
  'x-scope': shape('must be {column: dimension}', mapOf(text)),
  'x-in-use': shape('must be {off?: {property: value}, replace?}', only({}, { off: values, replace: truth })),
  'x-protect': shape(
    'must be a list of {match or own, against: [update, delete], unless?: [family]}',
    listOf(either(protection({ match: values }), protection({ own: text }))),
  ),
  'x-ask': shape('must be {delete, move, switch}', only({}, { delete: text, move: text, switch: text })),
  'x-empty': shape('must be {title, x-title: {it}}', titled),
  'x-help': shape('must be {list, form}', only({}, { list: text, form: text })),
} satisfies Record<string, Shape>;

const conditions = mapOf(either(plain, listOf(plain)));

export const PROPERTY_SHAPES = {
  enum: shape('must be a list of texts or numbers', listOf(plain)),
  oneOf: shape('must be a list of {const, title, x-title}', listOf(choice)),
  pattern: shape('must be a regular expression', expression),
  'x-title': shape('must be {it}', italian),
  'x-description': shape('must be {it}', italian),
  'x-kind-by': shape(
    'must be {property, kinds, choices?, secret?}',
    only(
      { property: text, kinds: mapOf(oneOf(...Object.keys(vocabulary.kinds))) },
      { choices: text, secret: text },
    ),
  ),
  'x-ref-fields': shape('must be {name here: name there}', mapOf(text)),
  'x-ref-where': shape('must be {filter: property}', mapOf(text)),
  'x-inherits': shape('must be {through, unless: value}', only({ through: text, unless: plain })),
  'x-required-unless': shape('must be {setting, value}', only({ setting: text, value: text })),
  'x-widens': shape('must be {title, x-title: {it}}', titled),
  'x-none': shape('must be {title, x-title: {it}}', titled),
  'x-when': shape('must be {property: value or [values]}', conditions),
  'x-locked': shape(
    'must be true, or {for: [family]}, {when: {property: value or [values]}} and {own: property}',
    either(truth, only({}, { for: listOf(family), when: conditions, own: text })),
  ),
  'x-due': shape('must be {unless?: {property: [values]}}', only({}, { unless: mapOf(listOf(plain)) })),
  'x-write': grants,
  'x-read': grants,
  ...OFFERED_SHAPES,
} satisfies Record<string, Shape>;
