/**
 * The statements that find records by what is typed, each with a bound on the rows it looks at, so that none of a
 * million makes who types wait: those whose code begins so, along an index; those among the first of the list, where
 * what is common stands; and those that the index of parts of words knows, of which the rare are few.
 */
import { having } from '../../schemas/catalogue.ts';
import { displayColumns, type Entity } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { Joins, selection } from './joins.ts';
import { filtered, type ListRequest, ownOrder, type Statement } from './list-query.ts';
import { beginningWith, ident, matching, Values, wordsOf } from './sql.ts';
import { PLANNED_EACH_TIME } from './statement-names.ts';

/** Rows that are looked through of the list, and of the index: at first, and where what is common is seen by few. */
const FIRST = 1000;
export const FEW = 300;
export const MANY = 5000;
/** The column of how many rows were looked at. */
export const LOOKED = '~looked';
/** Of fewer letters there is no whole part of a word. */
const SHORTEST = 3;

export interface Wanted {
  entity: Entity;
  schemas: Schemas;
  request: ListRequest;
  text: string;
  /** How many rows at most. */
  most: number;
}

export const isLookedUp = (text: string): boolean => wordsOf(text).some(({ length }) => length >= SHORTEST);

const live = (entity: Entity): string => (entity.delete === 'soft' ? 'o.canc = 0' : 'true');

/** Every word stands somewhere in the properties that are searched. */
function holding(entity: Entity, text: string, alias: string, values: Values): string {
  const { code, words } = having(entity, 'finder').finder;
  const searched = [...new Set([code, ...words])].flatMap((name) =>
    name && entity.field(name) ? [name] : [],
  );
  const columns = searched.map((name) => `${alias}.${ident(name)}`);
  return matching(columns, text, values);
}

const also = (where: string, condition: string): string =>
  `${where === '' ? ' where' : `${where} and`} ${condition}`;

/** What a hit is made of. */
function shownNames(entity: Entity): Set<string> {
  const { code, words, fact } = having(entity, 'finder').finder;
  return new Set(
    [code, ...words, fact, ...displayColumns(entity.display)].filter((name) => name !== undefined),
  );
}

/** The rows with the names they are shown by; `order` is of the rows as r. */
function named({ entity, schemas, request }: Wanted, rows: string, order: string): string {
  const joins = new Joins(schemas, request.language, 'j');
  const columns = selection(entity, joins, 'r', shownNames(entity));
  return `${PLANNED_EACH_TIME} select ${columns} from (${rows}) r${joins.sql} ${order}`;
}

/** Those whose code begins so, the whole code first. */
export function beginningStatement(wanted: Wanted): Statement | undefined {
  const { entity, schemas, request, text, most } = wanted;
  const name = having(entity, 'finder').finder.code;
  if (!name || !entity.field(name)) return undefined;
  const values = new Values();
  const like = values.add(beginningWith(text.toLowerCase()));
  const order = (alias: string) => `order by lower(${alias}.${ident(name)}) using ~<~`;
  const source = `(select o.* from ${ident(entity.table)} o
    where ${live(entity)} and lower(o.${ident(name)}) like ${like} ${order('o')} limit ${MANY})`;
  const { from, where } = filtered(entity, schemas, request, values, source);
  const rows = `select t.* from ${from}${where} ${order('t')} limit ${most}`;
  return { text: named(wanted, rows, order('r')), values: values.list };
}

/** Those among the first of the list. */
export function firstStatement(wanted: Wanted): Statement {
  const { entity, schemas, request, text, most } = wanted;
  const values = new Values();
  const source = `(select o.* from ${ident(entity.table)} o where ${live(entity)} ${ownOrder(entity, 'o')} limit ${FIRST})`;
  const { from, where } = filtered(entity, schemas, request, values, source);
  const all = also(where, holding(entity, text, 't', values));
  const rows = `select t.* from ${from}${all} ${ownOrder(entity, 't')} limit ${most}`;
  return { text: named(wanted, rows, ownOrder(entity, 'r')), values: values.list };
}

/**
 * Those that the index knows; of how many stands in each row, and in one row when none of them is theirs. The first
 * table expression is planned as if all of it were read, so by the index, and read no further than the second does.
 */
export function lookedUpStatement(wanted: Wanted, most: number): Statement {
  const { entity, schemas, request, text } = wanted;
  const values = new Values();
  const held = holding(entity, text, 'o', values);
  const matching = `select o.* from ${ident(entity.table)} o where ${live(entity)} and ${held}`;
  const { from, where } = filtered(entity, schemas, request, values, 'candidates');
  const rows = `select t.* from ${from}${where} ${ownOrder(entity, 't')} limit ${wanted.most}`;
  const joins = new Joins(schemas, request.language, 'j');
  const columns = selection(entity, joins, 'r', shownNames(entity));
  return {
    text: `${PLANNED_EACH_TIME} with matching as materialized (${matching}), candidates as materialized (select * from matching limit ${most})
      select c.looked as ${ident(LOOKED)}, ${columns} from (select count(*)::int as looked from candidates) c
      left join (${rows}) r on true${joins.sql} ${ownOrder(entity, 'r')}`,
    values: values.list,
  };
}
