/** The shape of a word's value, where a type alone does not tell: held before anything looks inside it. */
import { FAMILIES } from './access.ts';
import { isLeftOut, REST } from './rest.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

type Holds = (value: unknown) => boolean;

export interface Shape {
  holds: Holds;
  says: string;
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON object; what is in it is what is asked here.
export const isObject = (value: unknown): value is Record<string, any> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText: Holds = (value) => typeof value === 'string';
const listOf =
  (holds: Holds): Holds =>
  (value) =>
    Array.isArray(value) && value.every(holds);
const mapOf =
  (holds: Holds): Holds =>
  (value) =>
    isObject(value) && Object.values(value).every(holds);
/** An object with at least these. */
const having =
  (parts: Record<string, Holds>): Holds =>
  (value) =>
    isObject(value) && Object.entries(parts).every(([name, holds]) => holds(value[name]));
/** An object with these, perhaps those, and nothing else: a word misspelt inside another is a fault too. */
const only =
  (parts: Record<string, Holds>, more: Record<string, Holds> = {}): Holds =>
  (value) =>
    having(parts)(value) &&
    Object.entries(value as object).every(
      ([name, part]) => Object.hasOwn(parts, name) || (Object.hasOwn(more, name) && more[name]!(part)),
    );
const oneOf =
  (...values: unknown[]): Holds =>
  (value) =>
    values.includes(value);

const isNumber: Holds = (value) => typeof value === 'number';
const isPlain: Holds = (value) => isText(value) || isNumber(value);
const isAddress: Holds = (value) => isText(value) && /^\/\w/.test(value as string);
const isFamily = oneOf(...FAMILIES);
const isItalian = only({ it: isText });
const isTitle = only({ title: isText, 'x-title': isItalian });
const isCount: Holds = (value) => Number.isInteger(value);
const isBoolean: Holds = (value) => typeof value === 'boolean';
export const isGrant = only(
  { role: isFamily },
  { setting: (value) => isText(value) || listOf(isText)(value) },
);
const isExpression: Holds = (value) => {
  try {
    return isText(value) && Boolean(new RegExp(value as string, 'u'));
  } catch {
    return false;
  }
};

const isLeftOutList = listOf((value) => isText(value) && isLeftOut(value as string));
const isSheet: Holds = (columns) =>
  isObject(columns) &&
  Object.entries(columns).every(([head, value]) =>
    head === REST ? isLeftOutList(value) : isText(value) || only({ child: isText })(value),
  );

const shape = (says: string, holds: Holds): Shape => ({ says, holds });
const grants = shape('must be a list of {role, setting?}', listOf(isGrant));
const names = shape('must be a list of names', listOf(isText));
const condition = shape(
  'must be {properties: {name: {const} or {enum}}}',
  only({
    properties: mapOf((test) => only({}, { const: isPlain })(test) || only({ enum: listOf(isPlain) })(test)),
  }),
);
const narrowing = only(
  {},
  {
    const: isPlain,
    format: oneOf('email'),
    minLength: isCount,
    maxLength: isCount,
    minimum: isNumber,
    maximum: isNumber,
    pattern: isExpression,
  },
);
const demand = shape(
  'must be {required?, properties?: {name: {const, format: email, minLength, maxLength, minimum, maximum or pattern}}}',
  only({}, { required: listOf(isText), properties: mapOf(narrowing) }),
);

export const ENTITY_SHAPES: Record<string, Shape> = {
  required: names,
  if: condition,
  // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema; nobody awaits this table.
  then: demand,
  else: demand,
  allOf: shape(
    'must be a list of {if, then?, else?}',
    // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema; nobody awaits this table.
    listOf(only({ if: condition.holds }, { then: demand.holds, else: demand.holds })),
  ),
  'x-title': shape('must be {it, its, ens}', only({}, { it: isText, its: isText, ens: isText })),
  'x-routes': shape(
    'must be {list, detail, form, copy, child, tab, upload, document}, each address beginning with /',
    only(
      {},
      {
        list: isAddress,
        detail: isAddress,
        form: isAddress,
        copy: isAddress,
        child: isAddress,
        tab: isText,
        upload: isAddress,
        document: isAddress,
      },
    ),
  ),
  'x-calls': names,
  'x-menu': shape(
    'must be {group, order, label?: {it, en}}',
    only({ group: isText, order: isNumber }, { label: only({ it: isText, en: isText }) }),
  ),
  'x-key': names,
  'x-unique': shape('must be a list of lists of names', listOf(listOf(isText))),
  'x-index': shape('must be a list of lists of names, or of a name and ASC or DESC', listOf(listOf(isText))),
  'x-sort': shape(
    'must be [column, ASC or DESC]',
    (value) => listOf(isText)(value) && oneOf('ASC', 'DESC')((value as string[])[1]),
  ),
  'x-search': names,
  'x-list': names,
  'x-filters': names,
  'x-drawn': names,
  'x-dialog': shape('must be {add?: {title, x-title: {it}}}', only({}, { add: isTitle })),
  'x-form': shape(
    'must be a list of {title, x-title: {it}, fields, tab?}',
    listOf(only({ title: isText, 'x-title': isItalian, fields: listOf(isText) }, { tab: isBoolean })),
  ),
  'x-children': shape(
    'must be a list of {path, entity, parent, key?, tab?, own?}',
    listOf(
      only({ path: isText, entity: isText, parent: isText }, { key: isText, tab: isBoolean, own: isBoolean }),
    ),
  ),
  'x-custom-fields': shape(
    'must be {definitions, class, texts: a whole number}',
    only({ definitions: isText, class: isText, texts: isCount }),
  ),
  'x-documents': shape(
    'must be {entity, parent, cover?, type?, with?: {TYPE: reference}, own?, tab?, single?}',
    only(
      { entity: isText, parent: isText },
      {
        cover: isBoolean,
        type: isText,
        with: mapOf(isText),
        own: isBoolean,
        tab: isBoolean,
        single: isBoolean,
      },
    ),
  ),
  'x-hierarchy': shape(
    'must be {parent, within, top?, below?, add?: {title, x-title: {it}}}',
    only({ parent: isText, within: isText }, { top: isTitle, below: isTitle, add: isTitle }),
  ),
  'x-import': shape(
    'must be {file, columns: {HEADER: property or {child}, "..."?: [-property]}, key?, path?, access?: [{role, setting?}]}',
    only({ file: isText, columns: isSheet }, { key: isText, path: isText, access: listOf(isGrant) }),
  ),
  'x-qr': shape(
    'must be {prefix, texts, among?: {filter: value}, settings?: {prefix, type, content, texts, header, logos}}',
    only(
      { prefix: isText, texts: listOf(isText) },
      {
        among: mapOf(isPlain),
        settings: only(
          {},
          { prefix: isText, type: isText, content: isText, texts: isText, header: isText, logos: isText },
        ),
      },
    ),
  ),
  'x-finder': shape(
    'must be {code?, words, fact?, among?: {filter: value}}',
    only({ words: listOf(isText) }, { code: isText, fact: isText, among: mapOf(isPlain) }),
  ),
  'x-saved-filters': shape(
    'must be {of, values, shared}',
    only({ of: isText, values: isText, shared: isText }),
  ),
  'x-tree': shape(
    'must be {child, parent, rows?}',
    only({ child: isText, parent: isText }, { rows: isBoolean }),
  ),
  'x-tabs': names,
  'x-actions': shape(
    'must be a list of {path, title, x-title: {it}, icon, when?, access?, ask?}',
    listOf(
      only(
        { path: isText, title: isText, 'x-title': isItalian, icon: isText },
        { when: mapOf(isPlain), access: listOf(isGrant), ask: isText },
      ),
    ),
  ),
  'x-refusals': shape('must be dialog', oneOf('dialog')),
  'x-lookup': names,
  'x-traits': names,
  'x-scope': shape('must be {column: dimension}', mapOf(isText)),
  'x-in-use': shape(
    'must be {off?: {property: value}, replace?}',
    only({}, { off: mapOf(isPlain), replace: isBoolean }),
  ),
  'x-protect': shape(
    'must be a list of {match or own, against: [update, delete], unless?: [family]}',
    listOf((value) =>
      ([{ match: mapOf(isPlain) }, { own: isText }] as Record<string, Holds>[]).some((which) =>
        only({ ...which, against: listOf(oneOf('update', 'delete')) }, { unless: listOf(isFamily) })(value),
      ),
    ),
  ),
  'x-ask': shape(
    'must be {delete, move, switch}',
    only({}, { delete: isText, move: isText, switch: isText }),
  ),
  'x-help': shape('must be {list, form}', only({}, { list: isText, form: isText })),
};

export const PROPERTY_SHAPES: Record<string, Shape> = {
  enum: shape('must be a list of texts or numbers', listOf(isPlain)),
  oneOf: shape('must be a list of {const, title, x-title}', listOf(isObject)),
  pattern: shape('must be a regular expression', isExpression),
  'x-title': shape('must be {it}', isItalian),
  'x-description': shape('must be {it}', isItalian),
  'x-kind-by': shape(
    'must be {property, kinds, choices?}',
    only({ property: isText, kinds: mapOf(oneOf(...Object.keys(vocabulary.kinds))) }, { choices: isText }),
  ),
  'x-ref-fields': shape('must be {name here: name there}', mapOf(isText)),
  'x-ref-where': shape('must be {filter: property}', mapOf(isText)),
  'x-inherits': shape('must be {through, unless: value}', only({ through: isText, unless: isPlain })),
  'x-required-unless': shape('must be {setting, value}', only({ setting: isText, value: isText })),
  'x-widens': shape('must be {title, x-title: {it}}', isTitle),
  'x-none': shape('must be {title, x-title: {it}}', isTitle),
  'x-when': shape(
    'must be {property: value or [values]}',
    mapOf((value) => isPlain(value) || listOf(isPlain)(value)),
  ),
  'x-locked': shape(
    'must be true, or {for: [family]}, {when: {property: value}} and {own: property}',
    (value) =>
      typeof value === 'boolean' ||
      only({}, { for: listOf(isFamily), when: mapOf(isPlain), own: isText })(value),
  ),
  'x-due': shape('must be {unless?: {property: [values]}}', only({}, { unless: mapOf(listOf(isPlain)) })),
  'x-write': grants,
  'x-read': grants,
};
