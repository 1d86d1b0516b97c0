/** The tables of entities: columns, constraints and indexes as values, which a migration compares. */
import { createHash } from 'node:crypto';
import { referenceOf } from '../../schemas/catalogue.ts';
import { columns, type Entity, type Field } from '../../schemas/entity.ts';
import { isStored, keptFields } from '../../schemas/kept.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { COLUMN_TYPES, checkOf, defaultOf, holdsText } from './column-types.ts';
import { ownName } from './joins.ts';
import { wordsOf } from './searched-words.ts';
import { isSortedReference, isSortedText, namesRow } from './sorted-by-index.ts';
import { ident, PAIRS_PLACE, searchKey } from './sql.ts';

export interface Column {
  name: string;
  type: string;
  notNull: boolean;
  /** SQL of the default. */
  default?: string;
  /** SQL of a stored generated column. */
  generated?: string;
  identity?: boolean;
  /** The former name of the column. */
  was?: string;
  /** How many samples the planner keeps of its values, if more than usual. */
  statistics?: number;
}

/** A constraint or an index. Its name ends in a hash of its SQL, so that a changed one is a new one. */
export interface Part {
  name: string;
  sql: string;
  /** The place of an expression in an index of which the planner keeps as many samples as of words. */
  sampled?: number;
}

/** What the database does itself with each change of a table's rows. */
export interface Keeper {
  name: string;
  /** The statements that make the present rows as they would be, in a transaction that locks the table first. */
  rows: string[];
  /** The statements that make its function and triggers. */
  triggers: string[];
}

export interface Table {
  name: string;
  key: string[];
  columns: Column[];
  constraints: Part[];
  indexes: Part[];
  /** Whether rows can only be added, because the database refuses to change or delete them. */
  appendOnly?: boolean;
  /** Statements that fill the table when it is new. */
  first?: string[];
  keepers?: Keeper[];
}

/** The prefixes of the constraints, indexes and triggers made here. Unused ones with these prefixes are dropped. */
export const PREFIXES = {
  check: 'ck_',
  foreign: 'fk_',
  unique: 'uq_',
  index: 'ix_',
  words: 'tg_',
  keeper: 'kp_',
};

export const isUnique = (indexName: string): boolean => indexName.startsWith(PREFIXES.unique);

const LONGEST_NAME = 50;

export function part(prefix: string, table: string, names: string[], sql: string): Part {
  const hash = createHash('sha1').update(sql).digest('hex').slice(0, 8);
  return { name: `${`${prefix}${table}_${names.join('_')}`.slice(0, LONGEST_NAME)}_${hash}`, sql };
}

export const foreignKey = (table: string, column: string, target: string, key: string, more = ''): Part =>
  part(
    PREFIXES.foreign,
    table,
    [column],
    `foreign key (${ident(column)}) references ${ident(target)} (${ident(key)})${more}`,
  );

export const plainIndex = (table: string, names: string[], more = ''): Part =>
  part(PREFIXES.index, table, names, `(${names.map(ident).join(', ')})${more}`);

/** Columns that the database fills if an insert does not. */
const SERVER_DEFAULTS: Record<string, string> = {
  versione: '1',
  canc: '0',
  data_ins: 'now()',
  data_ultima_mod: 'now()',
};

/** Returns the column of the foreign key. If -1 means none, it is a generated column that contains null instead. */
const keyColumn = (field: Field): string => (field.reference?.none ? `${field.name}_fk` : field.name);

/**
 * Nearly all words of rows differ. Of the usual hundred samples one may contain letters that hardly any row has, and the planner
 * would expect them in each hundredth row.
 */
const WORDS_STATISTICS = 500;

function columnsOf(entity: Entity): Column[] {
  const own = columns(entity).map((field): Column => {
    if (field.name === entity.id) return { name: field.name, type: 'integer', notNull: true, identity: true };
    const server = field.readOnly ? SERVER_DEFAULTS[field.name] : undefined;
    return {
      name: field.name,
      type: COLUMN_TYPES[field.kind](field),
      // A field that applies only under a condition is empty if the condition is not met.
      notNull: (field.required && !field.when) || server !== undefined,
      default: server ?? defaultOf(field),
      was: field.was,
    };
  });
  const generated = columns(entity)
    .filter((field) => field.reference?.none)
    .map(
      (field): Column => ({
        name: keyColumn(field),
        type: 'integer',
        notNull: false,
        generated: `nullif(${ident(field.name)}, -1)`,
      }),
    );
  const kept = keptFields(entity).map(
    (field): Column => ({ name: field.name, type: COLUMN_TYPES[field.kind](field), notNull: false }),
  );
  const words = wordsOf(entity);
  const searched: Column[] = words
    ? [{ ...words, type: 'text', notNull: false, statistics: WORDS_STATISTICS }]
    : [];
  return [...own, ...generated, ...kept, ...searched];
}

function constraintsOf(entity: Entity, tables: Map<string, Entity>): Part[] {
  return columns(entity).flatMap((field) => {
    const check = checkOf(field, ident(field.name));
    const target = field.reference && tables.get(field.reference.resource);
    return [
      ...(check ? [part(PREFIXES.check, entity.table, [field.name], check)] : []),
      ...(target ? [foreignKey(entity.table, keyColumn(field), target.table, target.id)] : []),
    ];
  });
}

/** The order of an index that serves both equal texts and texts with the same beginning. */
const BY_BEGINNING = 'text_pattern_ops';

const isCode = ({ finder }: Entity, [name, ...others]: string[]): boolean =>
  name !== undefined && name === finder?.code && others.length === 0;

/**
 * Makes texts unique regardless of case. Softly deleted rows do not count. The index of the finder's code also serves
 * searches by its beginning.
 */
function uniqueIndex(entity: Entity, names: string[], live: string): Part {
  const order = isCode(entity, names) ? ` ${BY_BEGINNING}` : '';
  const keys = names.map((name) => {
    const field = entity.field(name);
    return field && holdsText(field) ? `lower(${ident(name)})${order}` : ident(name);
  });
  return part(PREFIXES.unique, entity.table, names, `(${keys.join(', ')})${live}`);
}

/** Returns the index for searches by the beginning of a code, regardless of case; see find-statement.ts. */
const beginningIndex = (entity: Entity, name: string, live: string): Part =>
  part(PREFIXES.index, entity.table, [name, 'begins'], `(lower(${ident(name)}) ${BY_BEGINNING})${live}`);

/** Returns the index for the order of the list; see list-query.ts. */
function sortIndex(entity: Entity, [name = '', direction]: string[], live: string): Part[] {
  const field = entity.field(name);
  if (!field || !isStored(field) || name === entity.id) return [];
  const collation = KINDS[field.kind].collated ? ' collate "und-x-icu"' : '';
  const key = `${ident(field.name)}${collation} ${direction === 'DESC' ? 'desc' : 'asc'} nulls last`;
  return [part(PREFIXES.index, entity.table, [field.name, 'sort'], `(${key}, ${ident(entity.id)})${live}`)];
}

/** Returns the index for lists of other rows that are sorted by the name of this one; see sorted-by-index.ts. */
function nameIndex(entity: Entity, isNamed: boolean): Part[] {
  const name = isNamed && !entity.view ? ownName(entity) : undefined;
  return name ? [part(PREFIXES.index, entity.table, ['name'], `((${name}) collate "und-x-icu")`)] : [];
}

/** Returns the orders of the entity's list by its texts. */
const textSorts = (entity: Entity): string[][] =>
  entity.calls.includes('list')
    ? entity.fields.filter((field) => isSortedText(entity, field)).map(({ name }) => [name, 'ASC'])
    : [];

/** Returns the columns of indexes for lists that are sorted by translated names; see sorted-by-index.ts. */
const referenceSorts = (entity: Entity, entities: Map<string, Entity>): string[][] =>
  entity.calls.includes('list')
    ? entity.fields.flatMap((field) => {
        const target = entities.get(field.reference?.resource ?? '');
        return target && isSortedReference(entity, field, target) ? [[field.name, entity.id]] : [];
      })
    : [];

const sorts = ([, direction]: string[]): boolean => direction === 'ASC' || direction === 'DESC';

const declaredIndex = (entity: Entity, names: string[], live: string): Part[] =>
  sorts(names) ? sortIndex(entity, names, live) : [plainIndex(entity.table, names, live)];

const wordsIndex = ({ table }: Entity, words: string): Part => ({
  ...part(PREFIXES.words, table, ['words'], searchKey(ident(words))),
  sampled: PAIRS_PLACE,
});

function indexesOf(entity: Entity, isNamed: boolean, entities: Map<string, Entity>): Part[] {
  const live = entity.delete === 'soft' ? ' where canc = 0' : '';
  const own = columns(entity);
  const code = entity.finder?.code;
  const words = wordsOf(entity);
  const uniques = [
    ...(entity.key ? [entity.key] : []),
    ...entity.unique,
    ...own.filter((field) => field.unique).map((field) => [field.name]),
  ];
  const references = own
    .filter((field) => field.reference)
    .flatMap((field) => [...new Set([field.name, keyColumn(field)])]);
  // An index over all rows that begins with a reference also serves the reference.
  const declared = [...entity.indexes, ...textSorts(entity), ...referenceSorts(entity, entities)];
  const led = new Set(live === '' ? declared.filter((names) => !sorts(names)).map(([name]) => name) : []);
  const all = [
    ...uniques.map((names) => uniqueIndex(entity, names, live)),
    ...references.filter((name) => !led.has(name)).map((name) => plainIndex(entity.table, [name])),
    ...(words ? [wordsIndex(entity, words.name)] : []),
    ...(code && !uniques.some((names) => isCode(entity, names)) ? [beginningIndex(entity, code, live)] : []),
    // Rows without a list of their own are listed below a parent, by its index.
    ...(entity.calls.includes('list') ? sortIndex(entity, entity.sort, live) : []),
    ...nameIndex(entity, isNamed),
    ...declared.flatMap((names) => declaredIndex(entity, names, live)),
  ];
  return [...new Map(all.map((index) => [index.name, index])).values()];
}

export function tablesOf(entities: Entity[]): Table[] {
  const byResource = new Map(entities.map((entity) => [entity.resource, entity]));
  const named = new Set(
    entities.flatMap(({ fields }) => fields.filter(namesRow).map((field) => referenceOf(field).resource)),
  );
  return entities
    .filter(({ view }) => !view)
    .map((entity) => ({
      name: entity.table,
      key: [entity.id],
      columns: columnsOf(entity),
      constraints: constraintsOf(entity, byResource),
      indexes: indexesOf(entity, named.has(entity.resource), byResource),
    }));
}

/** Returns the statements that set how much the planner knows of new columns. */
export const statisticsOf = (table: string, added: Column[]): string[] =>
  added.flatMap(({ name, statistics }) =>
    statistics === undefined
      ? []
      : [`alter table ${ident(table)} alter column ${ident(name)} set statistics ${statistics}`],
  );

export function columnSql(column: Column): string {
  const more = [
    column.identity ? 'generated by default as identity' : '',
    column.generated ? `generated always as (${column.generated}) stored` : '',
    column.default === undefined ? '' : `default ${column.default}`,
    column.notNull ? 'not null' : '',
  ];
  return [ident(column.name), column.type, ...more].filter(Boolean).join(' ');
}

export function createTable(table: Table): string {
  const key = `primary key (${table.key.map(ident).join(', ')})`;
  return `create table ${ident(table.name)} (${[...table.columns.map(columnSql), key].join(', ')})`;
}

export const addConstraint = (table: string, { name, sql }: Part): string =>
  `alter table ${ident(table)} add constraint ${ident(name)} ${sql}`;

export const KEEPER = 'officina_only_added';

/** Returns the statements that make a table append-only. */
export const keepRows = (table: string): string[] => [
  `create or replace function ${KEEPER}() returns trigger language plpgsql as $$ begin raise exception 'The rows of % are only ever added.', tg_table_name using errcode = 'restrict_violation'; end $$`,
  `create trigger ${KEEPER} before update or delete or truncate on ${ident(table)} for each statement execute function ${KEEPER}()`,
];

export function createIndex(table: string, { name, sql, sampled }: Part): string[] {
  const unique = isUnique(name) ? 'unique ' : '';
  return [
    `create ${unique}index ${ident(name)} on ${ident(table)} ${sql}`,
    ...(sampled
      ? [`alter index ${ident(name)} alter column ${sampled} set statistics ${WORDS_STATISTICS}`]
      : []),
  ];
}
