/**
 * Inserts seed data. Seeds refer to rows by their natural key, so that they are readable: a role names its family
 * 'SUPER'. Only missing rows are inserted, so a seed can run again.
 */

import { idOf } from '../../schemas/catalogue.ts';
import { displayColumns, type Entity, type Row } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import type { Rows } from '../../schemas/types.ts';
import type { Transaction } from '../database/engine.ts';
import { ident } from '../database/sql.ts';
import type { SeedGroup } from './data/shapes.ts';
import { insertRows } from './insert.ts';

function nameColumn({ key, display, resource }: Entity): string {
  const [name] = key?.length === 1 ? key : displayColumns(display);
  if (name === undefined) throw new Error(`seed: rows of ${resource} have no name`);
  return name;
}

const keyColumns = (entity: Entity): string[] => entity.key ?? entity.unique[0] ?? [nameColumn(entity)];

const keyOf = (row: Row, names: string[]): string =>
  JSON.stringify(names.map((name) => String(row[name] ?? '').toLowerCase()));

export class Seeder {
  private readonly ids = new Map<string, Map<string, number>>();
  private readonly nameColumns = new Map<string, string>();

  constructor(
    private readonly transaction: Transaction,
    private readonly schemas: Schemas,
  ) {}

  async add({ resource, key, rows }: SeedGroup): Promise<void> {
    const entity = this.entity(resource);
    if (key?.[0]) this.nameColumns.set(resource, key[0]);
    const names = key ?? keyColumns(entity);
    const resolved: Row[] = [];
    for (const row of rows) resolved.push(await this.resolve(entity, row));
    const present = new Set((await this.rowsOf(entity)).map((row) => keyOf(row, names)));
    const missing = resolved.filter((row) => !present.has(keyOf(row, names)));
    if (missing.length > 0) await insertRows(this.transaction, entity, missing);
    this.ids.delete(resource);
  }

  /** Inserts all rows that are missing. Returns all of them as stored, in the given order. */
  insert<Resource extends keyof Rows>(resource: Resource, rows: Row[]): Promise<Rows[Resource][]>;
  insert(resource: string, rows: Row[]): Promise<Row[]>;
  async insert(resource: string, rows: Row[]): Promise<Row[]> {
    const entity = this.entity(resource);
    const resolved: Row[] = [];
    for (const row of rows) resolved.push(await this.resolve(entity, row));
    this.ids.delete(resource);
    return insertRows(this.transaction, entity, resolved);
  }

  /** Returns the id of the row with this name. */
  async id(resource: string, name: string): Promise<number> {
    const entity = this.entity(resource);
    let ids = this.ids.get(resource);
    if (!ids) {
      const column = this.nameColumns.get(resource) ?? nameColumn(entity);
      const rows = await this.rowsOf(entity);
      ids = new Map(rows.map((row) => [String(row[column]), idOf(entity, row)]));
      this.ids.set(resource, ids);
    }
    const id = ids.get(name);
    if (id === undefined) throw new Error(`seed: no row of ${resource} is called ${name}`);
    return id;
  }

  private async resolve(entity: Entity, row: Row): Promise<Row> {
    const resolved: Row = { ...row };
    for (const [name, value] of Object.entries(row)) {
      const field = entity.field(name);
      if (!field) throw new Error(`seed: ${entity.resource} has no property ${name}`);
      if (field.reference && typeof value === 'string')
        resolved[name] = await this.id(field.reference.resource, value);
    }
    return resolved;
  }

  private entity(resource: string): Entity {
    const entity = this.schemas.byResource.get(resource);
    if (!entity) throw new Error(`seed: no entity ${resource}`);
    return entity;
  }

  private async rowsOf(entity: Entity): Promise<Row[]> {
    const notDeleted = entity.delete === 'soft' ? ' where canc = 0' : '';
    return (await this.transaction.query<Row>(`select * from ${ident(entity.table)}${notDeleted}`)).rows;
  }
}
