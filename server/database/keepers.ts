/**
 * Copies of a referenced row's values (x-kept; and in the closure of a tree), made by triggers: they are right for every writer. A row's copy
 * is read again when the row is written; when the values of a referenced row change, its rows are written again in one
 * statement.
 *
 * Two transactions that meet cannot leave an old copy. Reading takes the lock of a foreign key, which no ordinary change
 * of the referenced row waits for. A change of its kept values takes the stronger lock before it writes the copies: it
 * waits for those who have read the old value, and later ones wait for it. The values are read in a statement of their own,
 * since a lock that had to wait returns the row as it was before.
 */
import { referenceOf } from '../../schemas/catalogue.ts';
import type { Entity } from '../../schemas/entity.ts';
import { keptFields } from '../../schemas/kept.ts';
import { closureTableOf } from '../../schemas/read-entity.ts';
import { keptInClosure } from './closure.ts';
import type { Queryable } from './database.ts';
import { onlyRow } from './rows.ts';
import { ident } from './sql.ts';
import { type Keeper, PREFIXES, part } from './tables.ts';

/** A column of a table by which its rows keep values of the rows of another table. */
interface Copies {
  table: string;
  through: string;
  target: Pick<Entity, 'table' | 'id'>;
  fields: { name: string; from: string }[];
}

function copiesOf(entity: Entity, byResource: Map<string, Entity>): Copies[] {
  const kept = keptFields(entity).flatMap(({ name, kept }) => (kept ? [{ name, ...kept }] : []));
  return [...new Set(kept.map(({ through }) => through))].flatMap((through) => {
    const target = byResource.get(referenceOf(entity.property(through)).resource);
    const fields = kept.filter((one) => one.through === through);
    return target ? [{ table: entity.table, through, target, fields }] : [];
  });
}

/** The rows of a closure keep the columns that limit who sees the row below. */
function closureCopies(entity: Entity): Copies[] {
  const fields = keptInClosure(entity).map((name) => ({ name, from: name }));
  if (fields.length === 0) return [];
  return [{ table: closureTableOf(entity.table), through: 'discendente', target: entity, fields }];
}

const list = (names: string[], prefix = ''): string =>
  names.map((name) => `${prefix}${ident(name)}`).join(', ');

interface Work {
  /** The body of the function. */
  body: string;
  /** When the triggers fire, and the rows that the function sees. */
  fires: string[];
  rows?: string[];
}

export const lockRows = (...tables: string[]): string =>
  `lock table ${tables.map(ident).join(', ')} in share row exclusive mode`;

/** Returns a keeper of a table. Its name ends in a hash, so that a changed one is a new one. */
export function keeper(table: string, names: string[], { body, fires, rows = [] }: Work): Keeper {
  const { name } = part(PREFIXES.keeper, table, names, [body, ...fires].join(';'));
  return {
    name,
    rows,
    triggers: [
      `create or replace function ${ident(name)}() returns trigger language plpgsql as $$ ${body} $$`,
      // A trigger that sees the changed rows has one event, so each event has its own.
      ...fires.map(
        (fire, index) =>
          `create trigger ${ident(index === 0 ? name : `${name}_${index}`)} ${fire} execute function ${ident(name)}()`,
      ),
    ],
  };
}

/** Fills the copies of a row that is written. */
function filled({ table, through, target, fields }: Copies): Keeper {
  const [here, there] = [fields.map(({ name }) => name), fields.map(({ from }) => from)];
  const [own, reference, id] = [ident(table), ident(through), ident(target.id)];
  const body = `
    begin
      perform 1 from ${ident(target.table)} t where t.${id} = new.${reference} for key share;
      select ${list(there, 't.')} into ${list(here, 'new.')} from ${ident(target.table)} t where t.${id} = new.${reference};
      return new;
    end`;
  const same = fields.map(({ name, from }) => `c.${ident(name)} is not distinct from t.${ident(from)}`);
  const set = fields.map(({ name, from }) => `${ident(name)} = t.${ident(from)}`);
  const [empty, filled] = ['= null', 'is not null'].map((word) =>
    here.map((name) => `${ident(name)} ${word}`),
  );
  return keeper(table, [through], {
    body,
    fires: [`before insert or update of ${list([through, ...here])} on ${own} for each row`],
    rows: [
      lockRows(table, target.table),
      `update ${own} c set ${set.join(', ')} from ${ident(target.table)} t where t.${id} = c.${reference} and not (${same.join(' and ')})`,
      `update ${own} set ${empty?.join(', ')} where ${reference} is null and (${filled?.join(' or ')})`,
    ],
  });
}

/** Writes the copies of rows again whose referenced row has changed. */
function followed({ table, through, target, fields }: Copies): Keeper {
  const [own, reference, id] = [ident(table), ident(through), ident(target.id)];
  const changed = fields.map(({ from }) => `n.${ident(from)} is distinct from o.${ident(from)}`);
  const body = `
    declare changed integer[];
    begin
      select array_agg(n.${id} order by n.${id}) into changed from new_rows n join old_rows o on o.${id} = n.${id} where ${changed.join(' or ')};
      if changed is null then return null; end if;
      perform 1 from ${ident(target.table)} t where t.${id} = any(changed) order by t.${id} for update;
      update ${own} set ${reference} = ${reference} where ${reference} = any(changed);
      return null;
    end`;
  return keeper(target.table, [table, through], {
    body,
    fires: [
      `after update on ${ident(target.table)} referencing old table as old_rows new table as new_rows for each statement`,
    ],
  });
}

function allCopies(entities: Entity[]): Copies[] {
  const byResource = new Map(entities.map((entity) => [entity.resource, entity]));
  return entities.flatMap((entity) => [...copiesOf(entity, byResource), ...closureCopies(entity)]);
}

/** Returns the keepers of the copies, each with its table. */
export const copyKeepers = (entities: Entity[]): [string, Keeper][] =>
  allCopies(entities).flatMap((copies): [string, Keeper][] => [
    [copies.table, filled(copies)],
    [copies.target.table, followed(copies)],
  ]);

/** The rows of a table whose copies or counts are not as the rows say. */
export interface Misses {
  table: string;
  rows: number;
}

/** Compares the copies with the referenced rows. */
export async function wrongCopies({ query }: Queryable, entities: Entity[]): Promise<Misses[]> {
  const found: Misses[] = [];
  for (const { table, through, target, fields } of allCopies(entities)) {
    const differs = fields.map(({ name, from }) => `c.${ident(name)} is distinct from t.${ident(from)}`);
    const { rows } = await query<{ rows: number }>(
      `select count(*)::int as rows from ${ident(table)} c
       left join ${ident(target.table)} t on t.${ident(target.id)} = c.${ident(through)} where ${differs.join(' or ')}`,
    );
    found.push({ table, rows: onlyRow(rows).rows });
  }
  return found.filter(({ rows }) => rows > 0);
}
