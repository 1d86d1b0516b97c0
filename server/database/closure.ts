/**
 * The closure of a hierarchy: one row for each pair of a row and itself or an ancestor, with the number of steps
 * between them. It can be rebuilt from the parents at any time. So it has no foreign keys, which would double the
 * time of a large load.
 */
import { having } from '../../schemas/catalogue.ts';
import type { Entity } from '../../schemas/entity.ts';
import { closureTableOf } from '../../schemas/read-entity.ts';
import { ident } from './sql.ts';
import { type Column, plainIndex, type Table } from './tables.ts';

/** Returns the columns of a row that its closure keeps: those that limit who sees the row, except its own id. */
export const keptInClosure = (entity: Entity): string[] =>
  entity.hierarchy && !(entity.id in entity.scope) ? Object.keys(entity.scope) : [];

const number = (name: string): Column => ({ name, type: 'integer', notNull: true });

/**
 * Returns the statements that add missing closure rows, from the roots down. Rows in a cycle are below no root, so
 * each gets only its own row. Softly deleted rows are left out.
 */
export function fillClosure(entity: Entity): string[] {
  const [table, closure, id] = [ident(entity.table), ident(closureTableOf(entity.table)), ident(entity.id)];
  const parent = ident(having(entity, 'hierarchy').hierarchy.parent);
  const live = entity.delete === 'soft' ? 'c.canc = 0' : 'true';
  const into = `insert into ${closure} (antenato, discendente, distanza)`;
  return [
    `${into} with recursive down(id, path) as (
      select c.${id}, array[c.${id}] from ${table} c where c.${parent} is null and ${live}
      union all
      select c.${id}, d.path || c.${id} from ${table} c join down d on c.${parent} = d.id where ${live})
    select a.id, d.id, cardinality(d.path) - a.place from down d, unnest(d.path) with ordinality a(id, place)
    on conflict do nothing`,
    `${into} select c.${id}, c.${id}, 0 from ${table} c where ${live} on conflict do nothing`,
  ];
}

export const closureTables = (entities: Entity[]): Table[] =>
  entities
    .filter((entity) => entity.hierarchy)
    .map((entity): Table => {
      const [name, kept] = [closureTableOf(entity.table), keptInClosure(entity)];
      return {
        name,
        key: ['antenato', 'discendente'],
        columns: [
          ...['antenato', 'discendente', 'distanza'].map(number),
          ...kept.map((one) => ({ ...number(one), notNull: false })),
        ],
        constraints: [],
        indexes: [
          plainIndex(name, ['discendente', 'antenato', 'distanza']),
          ...(kept.length > 0 ? [plainIndex(name, ['antenato', ...kept])] : []),
        ],
        first: fillClosure(entity),
      };
    });
