/**
 * Custom fields. An entity has free columns. Definitions, which are rows that a super administrator writes, give
 * them names for an asset class or another class. `customised` turns an entity and its definitions into an ordinary
 * entity, so that lists, filters, forms, validation and sheets follow a new definition without further code.
 */
import { type Access, FAMILIES, type Family } from './access.ts';
import type { Entity, Field, Kind, Section, Text } from './entity.ts';
import { isPlain, KINDS } from './kinds.ts';
import { type Language, translated } from './language.ts';
import { keysOf } from './values.ts';

/** A definition as stored. Flags are 0 or 1. */
export interface Definition {
  id: number;
  /** The class; -1 means every class. */
  id_classe: number;
  campo_tabella: string;
  label: string;
  /** The label in other languages. */
  traduzioni?: Partial<Text> | null;
  visibile: number;
  editabile: number;
  obbligatorio: number;
  ordine: number;
  id_cartella?: number | null;
  visibile_tecnico?: number;
  visibile_segnalatore?: number;
  mostra_su_odl?: number;
  compilabile_segnalatore?: number;
  /** The time when the definition was created. Older values of its column belong to an earlier field. */
  data_ins?: string;
}

/** A custom field of a record as in `campi`: definition and value. The value of a file is its name. */
export type NamedValue = Pick<
  Definition,
  'id' | 'campo_tabella' | 'label' | 'visibile' | 'obbligatorio' | 'editabile'
> &
  Partial<Pick<Definition, 'mostra_su_odl' | 'id_cartella'>> & {
    valore: string | number | null;
    id_documento?: number | null;
  };

export const ALL_CLASSES = -1;

/** The kinds that have free columns, with the prefix of the column names. */
const FREE = keysOf(KINDS).flatMap((kind) => {
  const { free } = KINDS[kind];
  return free ? [{ kind, ...free }] : [];
});
type FreeColumns = (typeof FREE)[number];

/** Returns the kind of a free column by its name: 'campo_date3'. */
export const freeKindOf = (column: string): Kind | undefined =>
  FREE.find(({ prefix }) => column.startsWith(`campo_${prefix}`))?.kind;

/** Returns whether a free column is a file. */
export function isFileColumn(column: string): boolean {
  const kind = freeKindOf(column);
  return kind !== undefined && KINDS[kind].uploaded;
}

const freeField = (number: number, { kind, prefix, title, limits }: FreeColumns): Field => ({
  name: `campo_${prefix}${number}`,
  kind,
  title: { it: `${title.it} ${number}`, en: `${title.en} ${number}` },
  required: false,
  // Files have their own calls.
  readOnly: KINDS[kind].uploaded,
  virtual: false,
  locked: undefined,
  unique: false,
  hidden: true,
  query: `campo_${prefix}${number}`,
  custom: true,
  ...limits,
});

/** Returns the free columns of an entity. `texts` is the number of its text columns. */
export const freeFields = (texts: number): Field[] =>
  FREE.flatMap((columns) =>
    Array.from({ length: columns.amount ?? texts }, (_, index) => freeField(index + 1, columns)),
  );

export interface Viewer {
  /** The class; undefined means all classes, as in a list of everything. */
  classId?: number;
  family: Family | undefined;
}

const isSeenBy = (definition: Definition, family: Family | undefined): boolean =>
  definition.visibile === 1 &&
  !(family === 'RIFTEC' && definition.visibile_tecnico === 0) &&
  !(family === 'RESP' && definition.visibile_segnalatore === 0);

/** Returns the definitions of a class, or of all, that a user of this family sees, in order. */
export const definitionsFor = (definitions: Definition[], { classId, family }: Viewer): Definition[] =>
  definitions
    .filter(
      ({ id_classe: definitionClass }) =>
        classId === undefined || definitionClass === ALL_CLASSES || definitionClass === classId,
    )
    .filter((definition) => isSeenBy(definition, family))
    .sort((one, other) => one.ordine - other.ordine || one.id - other.id);

/** Returns the label of a definition in a language. */
export const labelIn = (
  { label, traduzioni }: Pick<Definition, 'label' | 'traduzioni'>,
  language: Language,
): string => translated(traduzioni, language, label);

const NOT_REQUESTERS: Access = FAMILIES.filter((role) => role !== 'RESP').map((role) => ({ role }));

/** Returns whether users of this family fill in the field. For other users the field is not required. */
const isFilledBy = (
  { compilabile_segnalatore: byRequesters }: Definition,
  family: Family | undefined,
): boolean => !(family === 'RESP' && byRequesters === 0);

/** Applies the definitions of a column to its field. For several classes the title joins all labels. */
function withDefinitions(field: Field, definitions: Definition[], family: Family | undefined): Field {
  const labels = (language: Language): string =>
    [...new Set(definitions.map((definition) => labelIn(definition, language)))].join(' / ');
  const everywhere = (flag: 'obbligatorio' | 'editabile') => definitions.every((one) => one[flag] === 1);
  const editable = everywhere('editabile');
  const isFilled = definitions.every((definition) => isFilledBy(definition, family));
  const required = everywhere('obbligatorio') && editable && isFilled;
  const isFile = KINDS[field.kind].uploaded;
  return {
    ...field,
    title: { it: labels('it'), en: labels('en') },
    hidden: false,
    // A file is uploaded with its own call after the record exists, so the record itself cannot require it.
    required: required && !isFile,
    fileRequired: required && isFile,
    fileEditable: editable && isFile && isFilled,
    readOnly: field.readOnly || !editable,
    ...(!isFilled && { write: NOT_REQUESTERS }),
  };
}

const TITLE: Text = { it: 'Altri dati', en: 'More data' };

/** Returns the entity with the custom fields of a class, or of all, in place of its free columns. */
export function customised(entity: Entity, definitions: Definition[], viewer: Viewer): Entity {
  if (!entity.customFields) return entity;
  const visible = definitionsFor(definitions, viewer);
  const free = new Map(entity.fields.filter((field) => field.custom).map((field) => [field.name, field]));
  const names = [...new Set(visible.map((definition) => definition.campo_tabella))];
  const custom = names.flatMap((name): Field[] => {
    const field = free.get(name);
    return field
      ? [
          withDefinitions(
            field,
            visible.filter((one) => one.campo_tabella === name),
            viewer.family,
          ),
        ]
      : [];
  });
  const fields = [...entity.fields.filter((field) => !field.custom), ...custom];
  const byName = new Map(fields.map((field) => [field.name, field]));
  const section: Section = { title: TITLE, fields: custom.map((field) => field.name), tab: false };
  return {
    ...entity,
    fields,
    list: [...entity.list, ...custom.map((field) => field.name)],
    filters: [...entity.filters, ...custom.filter(({ kind }) => isPlain(kind)).map(({ name }) => name)],
    form: custom.length > 0 ? [...entity.form, section] : entity.form,
    field: (name) => byName.get(name),
  };
}
