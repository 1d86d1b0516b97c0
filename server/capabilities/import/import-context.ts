/** The context of an import: its entity, the columns of its file, and the codes for its cells. */
import type { Entity, Field, Row } from '../../../schemas/entity.ts';
import { KnownMap } from '../../../schemas/known-map.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { ident } from '../../database/sql.ts';
import type { Context } from '../../http/call.ts';
import type { Job } from '../../jobs/job.ts';
import type { Merge } from '../../sheets/sheet-cell.ts';
import { type Records, recordsOf } from '../records.ts';
import type { RulesByResource } from '../rules.ts';
import { type ClassCodes, keyOf, type Target, targetsOf } from './sheet-columns.ts';

/** The stored parameters of a file, apart from its rows. */
export interface FileParameters {
  file: string;
  foglio: string;
  teste: string[];
  /** The header of the target, by column number. */
  mappa: Record<number, string>;
  unite: Merge[];
}

/** Returns the parameters of an import job, as file.ts stored them. */
export const parametersOf = ({ parametri }: Pick<Job, 'parametri'>): FileParameters =>
  parametri as Row & FileParameters;

export interface ImportContext {
  entity: Entity;
  schemas: Schemas;
  records: Records;
  /** The records of sub-collections, by their paths. */
  below: KnownMap<string, Records>;
  rules: RulesByResource;
  /** The target of each column, by column number. */
  columns: [number, Target][];
  key: Field | undefined;
  /** The property that refers to the parent row. */
  parent: string | undefined;
  merges: Merge[];
  headers: string[];
  context: Context;
  job: number;
}

/** Returns the codes of the classes that define an entity's custom fields. */
export async function classCodesOf(
  entity: Entity,
  schemas: Schemas,
  { database }: Context,
): Promise<ClassCodes> {
  const field = entity.customFields && entity.field(entity.customFields.class);
  const classes = field?.reference && schemas.byResource.get(field.reference.resource);
  const code = classes?.key?.[0];
  if (!classes || !code) return new Map();
  const { rows } = await database.query<{ id: number; code: string }>(
    `select ${ident(classes.id)} as id, ${ident(code)} as code from ${ident(classes.table)}
     ${classes.delete === 'soft' ? 'where canc = 0' : ''}`,
  );
  return new Map(rows.map(({ id, code }) => [id, code]));
}

export async function targetsFor(entity: Entity, schemas: Schemas, context: Context): Promise<Target[]> {
  const codes = await classCodesOf(entity, schemas, context);
  const alive = context.definitionsOf(entity).filter(({ id_classe: id }) => id === -1 || codes.has(id));
  return targetsOf(entity, schemas, { definitions: alive, codes, family: context.user?.family });
}

export async function importContextOf(
  entity: Entity,
  schemas: Schemas,
  rules: RulesByResource,
  context: Context,
  { id, parametri }: Pick<Job, 'id' | 'parametri'>,
): Promise<ImportContext> {
  const { mappa, unite, teste } = parametersOf({ parametri });
  const targets = await targetsFor(entity, schemas, context);
  const columns = Object.entries(mappa).flatMap(([index, head]): [number, Target][] => {
    const target = targets.find((one) => one.header === head);
    return target ? [[Number(index), target]] : [];
  });
  const below = new KnownMap(
    'sub-collections',
    columns.flatMap(([, { child }]) =>
      child ? [[child.path, recordsOf(schemas.byName.entity(child.entity), schemas, rules)] as const] : [],
    ),
  );
  return {
    entity,
    schemas,
    records: recordsOf(entity, schemas, rules),
    below,
    rules,
    columns,
    key: keyOf(entity),
    parent: entity.hierarchy?.parent,
    merges: unite,
    headers: teste,
    context,
    job: id,
  };
}
