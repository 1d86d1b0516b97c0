/**
 * The nodes of a tree as a user sees them. A row that the user may not see appears only on the path to a visible
 * row, and is not selectable. Rows outside the organisation and department of the form are not selectable either.
 */

import { having } from '../../schemas/catalogue.ts';
import { defaultColumns, displayColumns, type Entity, type Row } from '../../schemas/entity.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { camelCase } from '../../schemas/letter-case.ts';
import { keptInClosure } from '../database/closure.ts';
import { searchCondition } from '../database/filters.ts';
import type { Page } from '../database/list-page.ts';
import { cutOf, scopeConditions } from '../database/list-query.ts';
import { onlyRow } from '../database/rows.ts';
import { ident, Values } from '../database/sql.ts';
import { PLANNED_EACH_TIME } from '../database/statement-names.ts';
import type { Context } from '../http/call.ts';
import { isOn } from '../requests/list-parameters.ts';
import { idsParameter } from './hierarchy.ts';
import { closureOf, withinSql } from './hierarchy-closure.ts';
import { readableEntity } from './readable-entity.ts';
import type { RulesByResource } from './rules.ts';

/** Returns the columns that a new row below takes from its parent, for its address. */
const inheritedColumns = ({ routes, hierarchy }: Entity): string[] =>
  [...(routes.child ?? '').matchAll(/:(\w+)/g)].flatMap(([, name]) =>
    name === undefined || name === hierarchy?.parent ? [] : [name],
  );

/**
 * Returns the columns of a node: display and search columns, the class, inherited columns, and the flags that the list
 * displays.
 */
export function nodeColumns(entity: Entity): string[] {
  const isFlag = (name: string): boolean => {
    const field = entity.field(name);
    return field !== undefined && KINDS[field.kind].yesNo && !field.custom;
  };
  const named = [
    ...displayColumns(entity.display),
    ...entity.search,
    entity.customFields?.class ?? entity.id,
    ...inheritedColumns(entity),
  ];
  return [...new Set([entity.id, ...named, ...defaultColumns(entity).filter(isFlag)])].filter(
    (name) => entity.field(name)?.virtual === false,
  );
}

export interface NodeFilter {
  /** A SQL condition on the rows (alias t), in addition to the list's own conditions. */
  where?: (values: Values) => string;
  /** The id of a node that is returned regardless of the filter. */
  named?: number;
}

/** Builds the statements of one call. Each statement has its own placeholders. */
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
    this.entity = readableEntity(context, entity);
    this.table = ident(entity.table);
    this.id = ident(entity.id);
    this.parent = ident(having(entity, 'hierarchy').hierarchy.parent);
  }

  /** Returns the condition for visible rows, as t. */
  private reach(values: Values): string {
    return scopeConditions(this.entity, this.context.user?.scopes, values).join(' and ') || 'true';
  }

  /** Returns the condition for the requested organisation and department. Row 1 means all of them, and always fits. */
  private fits(values: Values): string {
    const parts = Object.keys(this.entity.scope).flatMap((column) => {
      const ids = idsParameter(this.context.query, camelCase(column)).filter((id) => id !== 1);
      if (ids.length === 0) return [];
      return [`(t.${ident(column)} = 1 or t.${ident(column)} = any(${values.add(ids)}::int[]))`];
    });
    return parts.join(' and ') || 'true';
  }

  /** Returns the condition for the rows that a branch must contain: visible rows, or selectable ones. */
  private branchCondition(values: Values, { named }: NodeFilter): string {
    const hide = named === undefined && isOn(this.context.query.hideNonSelectableBranches);
    return [this.reach(values), ...(hide ? [this.fits(values)] : [])]
      .filter((part) => part !== 'true')
      .join(' and ');
  }

  /** Returns the condition for rows that are not deleted and match the list's conditions, as t. */
  private listCondition(values: Values, { where, named }: NodeFilter): string {
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

  /**
   * Returns the rows as n. For a user with limited scope, returns rows that are visible or have a visible row below
   * them.
   */
  private rows(select: string, values: Values, filter: NodeFilter): string {
    const rows = `(select ${select} from ${this.table} t where ${this.listCondition(values, filter)}) n`;
    const branch = this.branchCondition(values, filter);
    if (branch === '') return rows;
    const visible = this.listCondition(values, { named: filter.named });
    const scoped = keptInClosure(this.entity).length > 0;
    const reach = scoped ? scopeConditions(this.entity, this.context.user?.scopes, values, 'd') : [];
    const all = [`d.antenato = n.${this.id}`, ...reach, branch, visible];
    // One after the other, each with the index of the closure: reading all visible rows first takes longer.
    return `${rows} where ( ${PLANNED_EACH_TIME}
      select true from ${closureOf(this.entity)} d join ${this.table} t on t.${this.id} = d.discendente
      where ${all.join(' and ')} limit 1)`;
  }

  private select(values: Values): string {
    const names = nodeColumns(this.entity).map((name) => `t.${ident(name)}`);
    return (
      `${names.join(', ')}, t.${this.parent} as "~parent", (${this.reach(values)}) as "~reach", ` +
      `(case when ${this.reach(values)} and ${this.fits(values)} then 1 else 0 end) as is_selectable`
    );
  }

  /** Returns the list's order, or the order by a requested column of the node. */
  private order(alias: string): string {
    const { query } = this.context;
    const [requested, direction] = query.orderByCol
      ? [query.orderByCol, query.orderByDir]
      : (query.sort ?? '').split(',').map((part) => part.trim());
    const sortable = nodeColumns(this.entity);
    const [column, sortDirection] =
      requested !== undefined && sortable.includes(requested)
        ? [requested, direction?.toUpperCase()]
        : this.entity.sort;
    const name = sortable.includes(column) ? column : this.entity.id;
    const words = KINDS[this.entity.property(name).kind].collated ? ' collate "und-x-icu"' : '';
    const sorted = `${alias}.${ident(name)}${words} ${sortDirection === 'DESC' ? 'desc' : 'asc'} nulls last`;
    return ` order by ${sorted}, ${alias}.${this.id}`;
  }

  /** Returns all rows below a row, or all rows, each with its parent. The caller builds the tree. */
  async all(root: number): Promise<Row[]> {
    const values = new Values();
    const select = this.select(values);
    const where = (own: Values): string =>
      root === 0 ? 'true' : `t.${this.id} in ${withinSql(this.entity, own.add(root))}`;
    const text = `select ${select} from ${this.table} t where ${this.listCondition(values, { where, named: root })}${this.order('t')}`;
    return (await this.context.database.query<Row>(text, values.list)).rows;
  }

  /** Returns a page of nodes, each with the number of its visible children. */
  async page(filter: NodeFilter, page: Page): Promise<Row[]> {
    const values = new Values();
    const rows = this.rows(this.select(values), values, filter);
    const cut = cutOf(page, values);
    const children = this.rows(`t.${this.id}`, values, { where: () => `t.${this.parent} = p.${this.id}` });
    const text =
      `select p.*, (select count(*)::int from ${children}) as num_figli ` +
      `from (select n.* from ${rows}${this.order('n')}${cut}) p${this.order('p')}`;
    return (await this.context.database.query<Row>(text, values.list)).rows;
  }

  async count(filter: NodeFilter): Promise<number> {
    const values = new Values();
    const rows = this.rows(`t.${this.id}`, values, filter);
    const { rows: found } = await this.context.database.query<{ tot: number }>(
      `select count(*)::int as tot from ${rows}`,
      values.list,
    );
    return onlyRow(found).tot;
  }

  /** Returns the filter for the children of a row, or for the top rows. */
  childrenOf(id: number): NodeFilter {
    return {
      where: (values) => (id === 0 ? `t.${this.parent} is null` : `t.${this.parent} = ${values.add(id)}`),
    };
  }

  /** Returns the filter for one row, regardless of the list's conditions. */
  one(id: number): NodeFilter {
    return { named: id, where: (values) => `t.${this.id} = ${values.add(id)}` };
  }

  /** Returns the filter for the visible rows that match the search; undefined without a search. */
  found(): NodeFilter | undefined {
    const { query } = this.context;
    if (!query.filtro) return undefined;
    return {
      where: (values) =>
        `${this.reach(values)} and ${searchCondition(this.entity, query.filtro, values) ?? 'false'}`,
    };
  }

  /** Returns the path from the top to each of the rows, including both. */
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
