/** Custom fields: the entity of a class as a user sees it, a record's values by name, and the template of a class. */

import {
  ALL_CLASSES,
  customised,
  type Definition,
  definitionsFor,
  isFileColumn,
  labelIn,
} from '../../schemas/custom-fields.ts';
import type { Entity, Language, Row } from '../../schemas/entity.ts';
import { KINDS } from '../../schemas/kinds.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { numberOf } from '../../schemas/values.ts';
import { ident } from '../database/sql.ts';
import { type Call, type Context, callOn, summaryOf } from '../http/call.ts';
import { malformed } from '../http/problem.ts';
import { listOf } from '../http/reply-schemas.ts';
import { nameOf } from './overrides.ts';

const cache = new WeakMap<Definition[], Map<string, Entity>>();

/** Returns the entity as a user sees it in a class, or in all classes. Each result is cached. */
export function customisedFor(
  context: Pick<Context, 'definitionsOf' | 'user'>,
  entity: Entity,
  classId: number | undefined,
): Entity {
  if (!entity.customFields) return entity;
  const definitions = context.definitionsOf(entity);
  const cached = cache.get(definitions) ?? new Map<string, Entity>();
  cache.set(definitions, cached);
  const key = `${entity.name} ${classId} ${context.user?.family} ${entity.fields.length}`;
  const result =
    cached.get(key) ?? customised(entity, definitions, { classId, family: context.user?.family });
  cached.set(key, result);
  return result;
}

/** Returns the class of a record, or the class that filters a list. */
export const classOf = (entity: Entity, row: Row): number | undefined => {
  const value = entity.customFields && row[entity.customFields.class];
  return typeof value === 'number' ? value : undefined;
};

/** Returns the definitions of a class, by their free columns. */
export const namedIn = (definitions: Definition[], classId: number | undefined): Map<string, Definition> =>
  new Map(
    definitions
      .filter(({ id_classe: of }) => of === ALL_CLASSES || of === classId)
      .map((definition) => [definition.campo_tabella, definition]),
  );

/**
 * Returns nulls for the free columns that become another field in the new class, because the old value belongs to
 * the old field. A column without a field in the old class keeps its value, unless a field of another class may
 * have filled it.
 */
export function otherFields(
  entity: Entity,
  before: Row,
  sent: Row,
  context: Pick<Context, 'definitionsOf'>,
): Row {
  const [from, to] = [classOf(entity, before), classOf(entity, { ...before, ...sent })];
  if (from === to) return {};
  const definitions = context.definitionsOf(entity);
  const [left, entered] = [namedIn(definitions, from), namedIn(definitions, to)];
  const isOthers = (column: string, { id }: Definition): boolean =>
    left.get(column)?.id !== id &&
    (left.has(column) || definitions.some((one) => one.campo_tabella === column && one.id !== id));
  const changed = [...entered].filter(([column, definition]) => isOthers(column, definition));
  return Object.fromEntries(changed.map(([column]) => [column, null]));
}

export function requestedClass(entity: Entity, query: Record<string, string>): number | undefined {
  const filter = entity.customFields && entity.field(entity.customFields.class)?.query;
  const value = filter ? query[filter] : undefined;
  return value && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

async function fileNames(owner: Entity, ids: number[], schemas: Schemas, { database }: Context) {
  const table = owner.documents && schemas.byName.get(owner.documents.entity)?.table;
  if (!table || ids.length === 0) return new Map<number, string>();
  const { rows } = await database.query<{ id: number; nome: string }>(
    `select id, nome_file_originale as nome from ${ident(table)} where id = any($1::int[])`,
    [ids],
  );
  return new Map(rows.map(({ id, nome }) => [id, nome]));
}

/**
 * Adds `campi`: the custom fields of a record with their names, in the order of its class. Values in columns that
 * the class does not use are left out.
 */
export async function presentCustomFields(
  entity: Entity,
  rows: Row[],
  schemas: Schemas,
  context: Context,
): Promise<void> {
  if (!entity.customFields) return;
  const definitions = context.definitionsOf(entity);
  const family = context.user?.family;
  const files = entity.fields
    .filter((field) => field.custom && KINDS[field.kind].uploaded)
    .map(({ name }) => name);
  const ids = rows.flatMap((row) => files.map((name) => row[name])).filter((id) => typeof id === 'number');
  const names = await fileNames(entity, ids, schemas, context);
  const ofClass = new Map<number, { own: Named[]; others: string[] }>();
  const fieldsOf = (classId: number) => {
    const own = definitionsFor(definitions, { classId, family });
    const named = new Set(own.map((definition) => definition.campo_tabella));
    const others = entity.fields.filter(({ custom, name }) => custom && !named.has(name));
    return {
      own: own.map((definition) => namedOf(definition, context.language)),
      others: others.map(({ name }) => name),
    };
  };
  for (const row of rows) {
    const classId = classOf(entity, row) ?? ALL_CLASSES;
    const { own, others } = ofClass.get(classId) ?? fieldsOf(classId);
    ofClass.set(classId, { own, others });
    for (const name of others) if (row[name] !== null) row[name] = null;
    row.campi = own.map((named) => campoOf(named, row, names));
  }
}

/** What is equal in all rows of a class. It is made once for a reply. */
interface Named {
  column: string;
  file: boolean;
  common: Row;
}

function namedOf(definition: Definition, language: Language): Named {
  const { id, campo_tabella, visibile, obbligatorio, editabile, id_cartella, mostra_su_odl } = definition;
  const label = labelIn(definition, language);
  const file = isFileColumn(campo_tabella);
  const common = {
    ...{ id, campo_tabella, label, visibile, obbligatorio, editabile },
    ...(mostra_su_odl !== undefined && { mostra_su_odl }),
    ...(file && { id_cartella }),
  };
  return { column: campo_tabella, file, common };
}

function campoOf({ column, file, common }: Named, row: Row, files: Map<number, string>): Row {
  const stored = row[column] ?? null;
  if (!file) return { ...common, valore: stored };
  return { ...common, id_documento: stored, valore: files.get(numberOf(stored) ?? 0) ?? null };
}

const TEMPLATE = {
  id: 1,
  campo_tabella: 'campo_str1',
  label: 'Marca',
  visibile: 1,
  obbligatorio: 0,
  editabile: 1,
  ordine: 0,
  id_classe: -1,
};

/** Returns the call for the definitions of a class, which a form needs before a record exists. */
export function customFieldCalls(entity: Entity): Call[] {
  if (!entity.customFields) return [];
  return [
    {
      name: nameOf(entity, 'template'),
      ...callOn(entity, 'list', 'GET', `/${entity.resource}/template/:classId`),
      summary: summaryOf(entity.titles, 'Campi di una classe', 'Fields of a class'),
      reply: listOf({ type: 'object' }),
      example: { data: [TEMPLATE] },
      async handle(context) {
        const { classId = '' } = context.params;
        if (!/^-?\d{1,9}$/.test(classId)) throw malformed('bad-filter', { name: 'classId' });
        const definitions = context.definitionsOf(entity);
        return {
          data: definitionsFor(definitions, { classId: Number(classId), family: context.user?.family }),
        };
      },
    },
  ];
}
