/**
 * The nodes of a tree as one person sees them. A row out of his reach shows only as the way to one that is not, and
 * cannot be chosen; nor can one outside the organisation and department that a form asks for.
 */

import { having } from '../../schemas/catalogue.ts';
import { defaultColumns, displayColumns, type Entity, type Row } from '../../schemas/entity.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { searchCondition } from '../database/filters.ts';
import { type Page, scopeConditions } from '../database/list-query.ts';
import { onlyRow } from '../database/rows.ts';
import { ident, Values } from '../database/sql.ts';
import type { Context } from '../http/call.ts';
import { isOn } from '../requests/list-parameters.ts';
import { idsAsked } from './hierarchy.ts';
import { closureOf, withinSql } from './hierarchy-closure.ts';
import { shownTo } from './readable-entity.ts';
import type { RulesByResource } from './rules.ts';

/** A column of x-scope as a parameter: id_reparto is asked for as idReparto. */
export const parameterOf = (column: string): string =>
  column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What the address of a new row below it takes from it. */
const passedOn = ({ routes, hierarchy }: Entity): string[] =>
  [...(routes.child ?? '').matchAll(/:(\w+)/g)].flatMap(([, name]) =>
    name === undefined || name === hierarchy?.parent ? [] : [name],
  );

/**
 * What a node carries: what names it, what it is searched by, its class, what a row below it begins with, and the flags
 * that the list shows.
 */
export function nodeColumns(entity: Entity): string[] {
  const isFlag = (name: string): boolean => {
    const field = entity.field(name);
    return field?.kind === 'flag' && !field.custom;
  };
  const named = [
    ...displayColumns(entity.display),
    ...entity.search,
    entity.customFields?.class ?? entity.id,
    ...passedOn(entity),
  ];
  return [...new Set([entity.id, ...named, ...defaultColumns(entity).filter(isFlag)])].filter(
    (name) => entity.field(name)?.virtual === false,
  );
}

export interface NodesWanted {
  /** SQL on t: which rows, beside those that the list's own conditions leave. */
  where?: (values: Values) => string;
  /** This one shows whatever else is asked for: it was named by its id. */
  named?: number;
}

/** Builds the statements of one call: each text takes its own placeholders. */
export class Nodes {
  readonly entity: Entity;
  private readonly table: string;
  private readonly id: string;
  private readonly parent: string;

  constructor(
    entity: Entity,
    private readonly rules: RulesByResource,
    private readonly context: Context,
  ) {
    this.entity = shownTo(context, entity);
    this.table = ident(entity.table);
    this.id = ident(entity.id);
    this.parent = ident(having(entity, 'hierarchy').hierarchy.parent);
  }

  /** Within the person's reach, as t. */
  private reach(values: Values): string {
    return scopeConditions(this.entity, this.context.user?.scopes, values).join(' and ') || 'true';
  }

  /** Of the organisation and department asked for; 1 is all of them, and what belongs to all fits any. */
  private fits(values: Values): string {
    const parts = Object.keys(this.entity.scope).flatMap((column) => {
      const wanted = idsAsked(this.context.query, parameterOf(column)).filter((id) => id !== 1);
      if (wanted.length === 0) return [];
      return [`(t.${ident(column)} = 1 or t.${ident(column)} = any(${values.add(wanted)}::int[]))`];
    });
    return parts.join(' and ') || 'true';
  }

  /** What a branch must hold to be shown: something within reach, or something that can be chosen. */
  private wanted(values: Values, { named }: NodesWanted): string {
    const hide = named === undefined && isOn(this.context.query.hideNonSelectableBranches);
    return [this.reach(values), ...(hide ? [this.fits(values)] : [])]
      .filter((part) => part !== 'true')
      .join(' and ');
  }

  /** Not deleted, and left by the conditions of the list, as t. */
  private kept(values: Values, { where, named }: NodesWanted): string {
    const { entity, rules, context } = this;
    const visible = rules[entity.resource]?.visible?.(context);
    const extra = rules[entity.resource]?.where?.(context.query, context);
    const listed = extra ? values.fill(`(${extra.sql})`, extra.values) : 'true';
    const parts = [
      entity.delete === 'soft' ? 't.canc = 0' : 'true',
      visible ? values.fill(`(${visible.sql})`, visible.values) : 'true',
      named === undefined ? listed : `(${listed} or t.${this.id} = ${values.add(named)})`,
      where?.(values) ?? 'true',
    ];
    return parts.filter((part) => part !== 'true').join(' and ') || 'true';
  }

  /** The rows as n; of a person who does not see all, those with something for him at or below them. */
  private rows(select: string, values: Values, asked: NodesWanted): string {
    const rows = `(select ${select} from ${this.table} t where ${this.kept(values, asked)}) n`;
    const wanted = this.wanted(values, asked);
    if (wanted === '') return rows;
    const kept = this.kept(values, { named: asked.named });
    return `${rows} where exists (
      select 1 from ${closureOf(this.entity)} d join ${this.table} t on t.${this.id} = d.discendente
      where d.antenato = n.${this.id} and ${wanted} and ${kept})`;
  }

  private select(values: Values): string {
    const names = nodeColumns(this.entity).map((name) => `t.${ident(name)}`);
    return (
      `${names.join(', ')}, t.${this.parent} as "~parent", (${this.reach(values)}) as "~reach", ` +
      `(case when ${this.reach(values)} and ${this.fits(values)} then 1 else 0 end) as is_selectable`
    );
  }

  /** In the order of the list, or by a column asked for that a node has. */
  private order(alias: string): string {
    const { query } = this.context;
    const [asked, direction] = query.orderByCol
      ? [query.orderByCol, query.orderByDir]
      : (query.sort ?? '').split(',').map((part) => part.trim());
    const known = nodeColumns(this.entity);
    const [column, way] =
      asked !== undefined && known.includes(asked) ? [asked, direction?.toUpperCase()] : this.entity.sort;
    const name = known.includes(column) ? column : this.entity.id;
    const words = KINDS[this.entity.property(name).kind].collated ? ' collate "und-x-icu"' : '';
    const sorted = `${alias}.${ident(name)}${words} ${way === 'DESC' ? 'desc' : 'asc'} nulls last`;
    return ` order by ${sorted}, ${alias}.${this.id}`;
  }

  /** Every row below a row, or below none, each with its parent; the tree is made of them afterwards. */
  async all(root: number): Promise<Row[]> {
    const values = new Values();
    const select = this.select(values);
    const where = (own: Values): string =>
      root === 0 ? 'true' : `t.${this.id} in ${withinSql(this.entity, own.add(root))}`;
    const text = `select ${select} from ${this.table} t where ${this.kept(values, { where, named: root })}${this.order('t')}`;
    return (await this.context.database.query<Row>(text, values.list)).rows;
  }

  /** A page of nodes, each with how many children a person sees below it. */
  async page(asked: NodesWanted, page: Page): Promise<Row[]> {
    const values = new Values();
    const rows = this.rows(this.select(values), values, asked);
    const cut =
      page.number === undefined
        ? ''
        : ` limit ${values.add(page.size)} offset ${values.add((page.number - 1) * page.size)}`;
    const children = this.rows(`t.${this.id}`, values, { where: () => `t.${this.parent} = p.${this.id}` });
    const text =
      `select p.*, (select count(*)::int from ${children}) as num_figli ` +
      `from (select n.* from ${rows}${this.order('n')}${cut}) p${this.order('p')}`;
    return (await this.context.database.query<Row>(text, values.list)).rows;
  }

  async count(asked: NodesWanted): Promise<number> {
    const values = new Values();
    const rows = this.rows(`t.${this.id}`, values, asked);
    const { rows: found } = await this.context.database.query<{ tot: number }>(
      `select count(*)::int as tot from ${rows}`,
      values.list,
    );
    return onlyRow(found).tot;
  }

  /** The children of a row, or the rows at the top. */
  childrenOf(id: number): NodesWanted {
    return {
      where: (values) => (id === 0 ? `t.${this.parent} is null` : `t.${this.parent} = ${values.add(id)}`),
    };
  }

  /** One row, whatever the conditions of the list. */
  one(id: number): NodesWanted {
    return { named: id, where: (values) => `t.${this.id} = ${values.add(id)}` };
  }

  /** Rows within reach that the search finds; undefined when nothing is looked for. */
  found(): NodesWanted | undefined {
    const { query } = this.context;
    if (!query.filtro) return undefined;
    return {
      where: (values) =>
        `${this.reach(values)} and ${searchCondition(this.entity, query.filtro, values) ?? 'false'}`,
    };
  }

  /** From the top down to each of the rows, themselves included. */
  async paths(ids: number[]): Promise<Map<number, Row[]>> {
    const values = new Values();
    const text =
      `select d.discendente as "~below", ${this.select(values)} from ${closureOf(this.entity)} d ` +
      `join ${this.table} t on t.${this.id} = d.antenato ` +
      `where d.discendente = any(${values.add(ids)}::int[]) order by d.discendente, d.distanza desc`;
    const paths = new Map<number, Row[]>(ids.map((id) => [id, []]));
    const { rows } = await this.context.database.query<Row & { '~below': number }>(text, values.list);
    for (const { '~below': below, ...row } of rows) paths.get(below)?.push(row);
    return paths;
  }
}
