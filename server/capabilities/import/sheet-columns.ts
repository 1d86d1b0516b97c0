/** The columns of a sheet: the headers of a template, and the targets of a file's headers. Has no side effects. */
import type { Family } from '../../../schemas/access.ts';
import { ALL_CLASSES, type Definition, definitionsFor, labelIn } from '../../../schemas/custom-fields.ts';
import {
  type Child,
  type Entity,
  type Field,
  LANGUAGES,
  type Language,
  type Text,
} from '../../../schemas/entity.ts';
import { KINDS } from '../../../schemas/kinds.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';

/** The target of a column. The header names it in the template, in the mapping, and in messages on a cell. */
export interface Target {
  header: string;
  label: Text;
  field: Field;
  /** The sub-collection for codes. `field` is its reference. */
  child?: Child;
  /** The custom field's definitions, of which the row's class selects one. */
  definitions?: Definition[];
  /** Whether the target is missing in the template, because it combines several others. */
  also?: true;
}

/** The codes of classes, by id. */
export type ClassCodes = Map<number, string>;

/** Normalises a header: ignores accents, case and punctuation. */
export const normalised = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}*]+/gu, ' ')
    .trim();

function ownTargets(entity: Entity, schemas: Schemas): Target[] {
  return Object.entries(entity.import?.columns ?? {}).map(([header, what]): Target => {
    if (typeof what === 'string') {
      const field = entity.property(what);
      return { header, label: field.title, field };
    }
    const child = entity.children.find(({ path }) => path === what.child)!;
    const below = schemas.byName.entity(child.entity);
    const field = below.fields.find((one) => one.reference && one.name !== child.parent)!;
    return { header, label: below.titles, field, child };
  });
}

const isSendable = (field: Field | undefined): field is Field =>
  field !== undefined && !KINDS[field.kind].uploaded;

/**
 * Returns the names of the target: the header is the plant's label in every language; the label next to it is
 * translated.
 */
const namesOf = (header: string, definition: Definition): Text => {
  const named = (language: Language) => header.replace(definition.label, () => labelIn(definition, language));
  return { it: named('it'), en: named('en') };
};

/** Returns a target for each label. In different classes one label may belong to different columns. */
function customTargets(entity: Entity, all: Definition[], codes: ClassCodes, taken: Set<string>): Target[] {
  const fieldOf = (definition: Definition) => entity.field(definition.campo_tabella);
  const target = (header: string, first: Definition, definitions: Definition[]): Target => ({
    header,
    label: namesOf(header, first),
    field: entity.property(first.campo_tabella),
    definitions,
  });
  const ofClass = ({ id_classe: id }: Definition) =>
    id === ALL_CLASSES ? '*' : (codes.get(id) ?? String(id));
  const byLabel = new Map<string, Definition[]>();
  for (const definition of all.filter((one) => isSendable(fieldOf(one)) && one.editabile === 1)) {
    const key = normalised(definition.label);
    byLabel.set(key, [...(byLabel.get(key) ?? []), definition]);
  }
  return [...byLabel].flatMap(([key, definitions]) => {
    const [first] = definitions;
    if (!first) return [];
    const { label } = first;
    const isFree = !taken.has(key);
    if (isFree && definitions.length === 1) return [target(label, first, definitions)];
    const named = definitions.map((one) => target(`${label} (${ofClass(one)})`, one, [one]));
    return isFree ? [...named, { ...target(label, first, definitions), also: true as const }] : named;
  });
}

/** Adds the column name to the header if two fields of one class have the same label. */
const distinct = (targets: Target[]): Target[] =>
  targets.map((target, index) => {
    const same = (one: Target) => normalised(one.header) === normalised(target.header);
    const isLater = targets.findIndex(same) < index;
    return isLater ? { ...target, header: `${target.header} (${target.field.name})` } : target;
  });

export function targetsOf(
  entity: Entity,
  schemas: Schemas,
  {
    definitions,
    codes,
    family,
  }: { definitions: Definition[]; codes: ClassCodes; family: Family | undefined },
): Target[] {
  const own = ownTargets(entity, schemas);
  const taken = new Set(own.flatMap(({ header, label }) => [header, label.it, label.en].map(normalised)));
  const visible = definitionsFor(definitions, { family });
  return distinct([...own, ...customTargets(entity, visible, codes, taken)]);
}

/** Returns the property that identifies a row. */
export const keyOf = (entity: Entity): Field | undefined =>
  entity.field(entity.import?.key ?? entity.key?.[0] ?? '');

/** The names that a header may use for a target, the most certain first. */
const meanings: ((target: Target) => string[])[] = [
  ({ header }) => [header],
  ({ label }) => LANGUAGES.map((language) => label[language]),
  ({ field, child }) => [child ? child.path : field.name],
];

/** The header of the column with the results of a previous import; see result.ts. */
export const OUTCOME_HEADER = 'ESITO';

/** Proposes a target for each column, by number. Each target is used once. */
export function proposed(headers: string[], targets: Target[]): Record<number, string> {
  const mapping: Record<number, string> = {};
  const used = new Set<string>();
  for (const words of meanings)
    for (const [index, header] of headers.entries()) {
      const key = normalised(header);
      if (mapping[index] !== undefined || key === '' || key === normalised(OUTCOME_HEADER)) continue;
      const target = targets.find(
        (one) => !used.has(one.header) && words(one).some((word) => normalised(word) === key),
      );
      if (!target) continue;
      mapping[index] = target.header;
      used.add(target.header);
    }
  return mapping;
}
