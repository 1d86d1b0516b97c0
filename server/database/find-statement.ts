/**
 * The statements that find records while the user types. Each reads a limited number of rows, so that it stays fast
 * with a million rows. The first searches the beginning of the code with an index. The second searches the first
 * rows of the list, and finds common words. The third uses the index of words, and finds rare words.
 */
import { having } from '../../schemas/catalogue.ts';
import { displayColumns, type Entity } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { wordsOf } from '../../schemas/search-words.ts';
import { selection } from './joins.ts';
import { filtered, type ListRequest, ownOrder, type Statement } from './list-query.ts';
import { searching } from './searched-words.ts';
import { andWhere, beginningWith, ident, Values } from './sql.ts';
import { PLANNED_EACH_TIME } from './statement-names.ts';

/** The maximum number of rows that a search reads from the beginning of the list. */
const FIRST = 1000;
/** The maximum number of rows that a search reads from the index at first. */
export const FEW = 300;
/** The maximum if too few of the FEW rows are visible to the user. */
export const MANY = 5000;
/** The column with the number of rows that were searched. */
export const LOOKED = '~looked';
/** The number of letters that a word needs to be found by an index. */
const SHORTEST = 2;

export interface FindRequest {
  entity: Entity;
  schemas: Schemas;
  request: ListRequest;
  text: string;
  /** The maximum number of hits. */
  limit: number;
}

export const isLookedUp = (text: string): boolean => wordsOf(text).some(({ length }) => length >= SHORTEST);

const live = (entity: Entity): string => (entity.delete === 'soft' ? 'o.canc = 0' : 'true');

/** Returns the condition that every word appears in one of the searched properties. */
function containsWords(entity: Entity, text: string, alias: string, values: Values): string {
  const { code, words } = having(entity, 'finder').finder;
  const searched = [...new Set([code, ...words])].flatMap((name) =>
    name && entity.field(name) ? [name] : [],
  );
  return searching(entity, alias, searched, text, values);
}

/** Returns the names of the fields that a hit displays. */
function displayedNames(entity: Entity): Set<string> {
  const { code, words, fact } = having(entity, 'finder').finder;
  return new Set(
    [code, ...words, fact, ...displayColumns(entity.display)].filter((name) => name !== undefined),
  );
}

/** Adds the display names to the rows. `order` sorts them by the alias r. */
function withNames({ entity, schemas, request }: FindRequest, rows: string, order: string): string {
  const { columns, joins } = selection(entity, schemas, request.language, 'r', displayedNames(entity));
  return `${PLANNED_EACH_TIME} select ${columns} from (${rows}) r${joins} ${order}`;
}

/** Finds the rows whose code begins with the text. Exact matches come first. */
export function beginningStatement(find: FindRequest): Statement | undefined {
  const { entity, schemas, request, text, limit } = find;
  const name = having(entity, 'finder').finder.code;
  if (!name || !entity.field(name)) return undefined;
  const values = new Values();
  const like = values.add(beginningWith(text.toLowerCase()));
  const order = (alias: string) => `order by lower(${alias}.${ident(name)}) using ~<~`;
  const source = `(select o.* from ${ident(entity.table)} o
    where ${live(entity)} and lower(o.${ident(name)}) like ${like} ${order('o')} limit ${MANY})`;
  const { from, where } = filtered(entity, schemas, request, values, source);
  const rows = `select t.* from ${from}${where} ${order('t')} limit ${limit}`;
  return { text: withNames(find, rows, order('r')), values: values.list };
}

/** Finds the matching rows among the first rows of the list. */
export function firstStatement(find: FindRequest): Statement {
  const { entity, schemas, request, text, limit } = find;
  const values = new Values();
  const source = `(select o.* from ${ident(entity.table)} o where ${live(entity)} ${ownOrder(entity, 'o')} limit ${FIRST})`;
  const { from, where } = filtered(entity, schemas, request, values, source);
  const all = andWhere(where, containsWords(entity, text, 't', values));
  const rows = `select t.* from ${from}${all} ${ownOrder(entity, 't')} limit ${limit}`;
  return { text: withNames(find, rows, ownOrder(entity, 'r')), values: values.list };
}

/**
 * Finds rows by the index of words. Each row contains the number of rows searched. Without a visible hit there is
 * one row with only that number. PostgreSQL plans the first table expression as if it were read in full, and so
 * uses the index. The second expression stops it early.
 */
export function lookedUpStatement(find: FindRequest, limit: number): Statement {
  const { entity, schemas, request, text } = find;
  const values = new Values();
  const condition = containsWords(entity, text, 'o', values);
  const matching = `select o.* from ${ident(entity.table)} o where ${live(entity)} and ${condition}`;
  const { from, where } = filtered(entity, schemas, request, values, 'candidates');
  const rows = `select t.* from ${from}${where} ${ownOrder(entity, 't')} limit ${find.limit}`;
  const { columns, joins } = selection(entity, schemas, request.language, 'r', displayedNames(entity));
  return {
    text: `${PLANNED_EACH_TIME} with matching as materialized (${matching}), candidates as materialized (select * from matching limit ${limit})
      select c.looked as ${ident(LOOKED)}, ${columns} from (select count(*)::int as looked from candidates) c
      left join (${rows}) r on true${joins} ${ownOrder(entity, 'r')}`,
    values: values.list,
  };
}
