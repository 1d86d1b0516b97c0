/** The history of every entity: who changed what and when, written in the transaction of the change. */

import { having } from '../../schemas/catalogue.ts';
import type { Definition } from '../../schemas/custom-fields.ts';
import { columns, type Entity, type Row } from '../../schemas/entity.ts';
import { SERVER_FILLED } from '../../schemas/read-entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import type { Queryable, Transaction } from '../database/engine.ts';
import { scopeConditions } from '../database/list-query.ts';
import { ident, Values } from '../database/sql.ts';
import { type Call, type Context, callOn, summaryOf, type User } from '../http/call.ts';
import { notFound } from '../http/problem.ts';
import { rowsOf } from '../http/reply-schemas.ts';
import { readId } from '../requests/ids.ts';
import { type HistoryRow, withActs } from './act-history.ts';
import { namedIn } from './custom-fields.ts';
import { historyInsert } from './history-insert.ts';
import { nameOf } from './overrides.ts';
import { readableEntity } from './readable-entity.ts';
import type { RulesByResource } from './rules.ts';

interface Change {
  campo: string;
  da: unknown;
  a: unknown;
}

export function changeOf(entity: Entity, after: Row | undefined, before: Row | undefined): Change[] {
  return columns(entity).flatMap(({ name }) => {
    const [from, to] = [before?.[name] ?? null, after?.[name] ?? null];
    if (SERVER_FILLED.has(name) || name === entity.id || JSON.stringify(from) === JSON.stringify(to))
      return [];
    return [{ campo: name, da: from, a: to }];
  });
}

const lineOf = (operation: 'update' | 'delete'): string =>
  historyInsert({
    resource: '$1',
    operation,
    id: '$2::int',
    author: '$3::int',
    name: '$4',
    changes: '$5::jsonb',
  });
const [UPDATED, DELETED] = [lineOf('update'), lineOf('delete')];

/** Records an update, or a deletion if there is no `after`. An insert records itself. */
export async function recordChange(
  transaction: Transaction,
  entity: Entity,
  after: Row | undefined,
  before: Row,
  user: User | undefined,
): Promise<void> {
  const change = changeOf(entity, after, before);
  if (after && change.length === 0) return;
  await transaction.send(after ? UPDATED : DELETED, [
    entity.resource,
    before[entity.id],
    user?.id ?? null,
    user?.name ?? null,
    JSON.stringify(change),
  ]);
}

/** Returns the author and the time of a record's last change. Acts are not changes. */
export async function lastChange(
  queryable: Queryable,
  { resource }: Entity,
  id: unknown,
): Promise<{ utente: string | null; data: string } | undefined> {
  const { rows } = await queryable.query<{ utente: string | null; data: string }>(
    'select utente, data from storico_modifiche where risorsa = $1 and id_record = $2 and atto is null order by id desc limit 1',
    [resource, id],
  );
  return rows[0];
}

/** Returns conditions on the parent. Rows of a sub-collection are visible with their parent. */
function parentConditions(
  entity: Entity,
  schemas: Schemas,
  rules: RulesByResource,
  context: Context,
  values: Values,
): string[] {
  return schemas.entities.flatMap((parent) =>
    parent.children
      .filter((child) => child.entity === entity.name)
      .flatMap((child) => {
        const scope = [
          ...scopeConditions(parent, context.user?.scopes, values, 'p'),
          ...visibleRows(parent, 'p', rules, context, values),
        ];
        const belongs = `p.${ident(parent.id)} = t.${ident(child.parent)}`;
        if (scope.length === 0) return [];
        return [`exists (select 1 from ${ident(parent.table)} p where ${[belongs, ...scope].join(' and ')})`];
      }),
  );
}

/** Returns the condition that the row of this alias is visible to the user. */
function visibleRows(
  entity: Entity,
  alias: string,
  rules: RulesByResource,
  context: Context,
  values: Values,
): string[] {
  const visible = rules[entity.resource]?.visible?.(context);
  if (!visible) return [];
  const [table, id] = [ident(entity.table), ident(entity.id)];
  const condition = values.fill(`(${visible.sql})`, visible.values);
  return [`exists (select 1 from ${table} t where t.${id} = ${alias}.${id} and ${condition})`];
}

interface HistoryEntry extends HistoryRow {
  data: string;
  modifiche: Change[];
}

interface History {
  /** The class of the record, which decides about its custom fields. */
  classId: number | undefined;
  /** The newest first. */
  entries: HistoryEntry[];
}

const MOST = 500;
const ENTRY = 'id, operazione, data, fatto, id_utente, utente, modifiche, atto, valori';

/**
 * Reads the history of a record that the user may see, in one statement with this check. Deleted records keep their
 * history.
 */
async function readHistory(
  entity: Entity,
  schemas: Schemas,
  rules: RulesByResource,
  id: number,
  context: Context,
): Promise<History> {
  const values = new Values();
  const [record, resource] = [values.add(id), values.add(entity.resource)];
  const all = [
    `t.${ident(entity.id)} = ${record}::int`,
    ...scopeConditions(entity, context.user?.scopes, values),
    ...parentConditions(entity, schemas, rules, context, values),
  ];
  const visible = rules[entity.resource]?.visible?.(context);
  if (visible) all.push(values.fill(`(${visible.sql})`, visible.values));
  const classColumn = entity.customFields ? `t.${ident(entity.customFields.class)}` : 'null::int';
  const { rows } = await context.database.query<
    HistoryEntry & { id: number | null; visto: boolean | null; class_id: unknown }
  >(
    `select visto, class_id, s.* from (select 1) x
     left join lateral (select true as visto, ${classColumn} as class_id from ${ident(entity.table)} t where ${all.join(' and ')}) r on true
     left join lateral (select ${ENTRY} from storico_modifiche
       where risorsa = ${resource} and id_record = ${record}::int order by id desc limit ${MOST}) s on true
     order by s.id desc`,
    values.list,
  );
  const [first] = rows;
  if (!first?.visto && all.length > 1) throw notFound();
  return {
    classId: typeof first?.class_id === 'number' ? first.class_id : undefined,
    entries: rows.flatMap(({ visto, class_id, ...entry }) => (entry.id === null ? [] : [entry])),
  };
}

/** Removes changes of fields that the user may not see, and entries that contain no other changes. */
function visibleChanges<T extends { modifiche: Change[] }>(rows: T[], visible: Entity): T[] {
  return rows.flatMap((row) => {
    const modifiche = row.modifiche.filter(({ campo }) => visible.field(campo));
    return modifiche.length > 0 || row.modifiche.length === 0 ? [{ ...row, modifiche }] : [];
  });
}

/**
 * Removes old values of free columns that belong to another field, of an earlier class or a deleted definition,
 * since they would appear under a wrong label. `rows` must start with the newest.
 */
function ofOwnFields<T extends HistoryEntry>(
  rows: T[],
  entity: Entity,
  ownClass: number | undefined,
  definitions: Definition[],
): T[] {
  if (!entity.customFields) return rows;
  const now = namedIn(definitions, ownClass);
  let classId = ownClass;
  return rows.flatMap((row) => {
    const moved = row.modifiche.find(
      ({ campo }) => campo === having(entity, 'customFields').customFields.class,
    );
    const [after, before] = [
      namedIn(definitions, classId),
      namedIn(definitions, moved ? Number(moved.da) : classId),
    ];
    if (moved) classId = Number(moved.da);
    const modifiche = row.modifiche.flatMap(({ campo, da, a }): Change[] => {
      if (!entity.field(campo)?.custom) return [{ campo, da, a }];
      const field = now.get(campo);
      if (!field || row.data <= (field.data_ins ?? '')) return [];
      const [was, is] = [before, after].map((names) => names.get(campo)?.id === field.id);
      return was || is ? [{ campo, da: was ? da : null, a: is ? a : null }] : [];
    });
    return modifiche.length > 0 || row.modifiche.length === 0 ? [{ ...row, modifiche }] : [];
  });
}

const EXAMPLE = {
  id: 1,
  operazione: 'update',
  data: '2026-03-29T08:00:00.000Z',
  fatto: null,
  id_utente: 1,
  utente: 'Mario Rossi',
  modifiche: [{ campo: 'descrizione', da: 'Pompa', a: 'Pompa P-101' }],
};

export function historyCalls(entity: Entity, schemas: Schemas, rules: RulesByResource): Call[] {
  if (!entity.traits.includes('history')) return [];
  return [
    {
      name: nameOf(entity, 'history'),
      ...callOn(entity, 'read', 'GET', `/${entity.resource}/:id/storico`),
      summary: summaryOf(entity.title, 'Modifiche', 'Changes'),
      reply: rowsOf({
        id: { type: 'integer' },
        operazione: { enum: ['create', 'update', 'delete', 'act'] },
        data: { type: 'string', format: 'date-time', description: 'When it was stored' },
        fatto: {
          type: ['string', 'null'],
          format: 'date-time',
          description: 'When it was done, if it arrived later',
        },
        id_utente: { type: ['integer', 'null'] },
        utente: { type: ['string', 'null'] },
        atto: { type: ['string', 'null'], description: 'The name of the act, if the change was an act' },
        detto: { type: 'string', description: 'A description of the change, in the requested language' },
        modifiche: rowsOf({ campo: { type: 'string' }, da: {}, a: {} }),
      }),
      example: { data: [EXAMPLE] },
      broad: true,
      async handle(context) {
        const id = readId(context.params.id);
        const { classId, entries } = await readHistory(entity, schemas, rules, id, context);
        const ownChanges = ofOwnFields(entries, entity, classId, context.definitionsOf(entity));
        const seen = visibleChanges(ownChanges, readableEntity(context, entity, classId));
        return { data: await withActs(seen, entity, schemas, context) };
      },
    },
  ];
}
