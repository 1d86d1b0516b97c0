/**
 * Lookups by name, for code that relies on the entity, field or part. If a name is missing, they throw an error
 * with this name. Other code uses `get` and `field`.
 */

import type { Entity, Field, Reference, Row } from './entity.ts';
import type { RowOf } from './types.ts';

/** Entities by resource or by name. `Types` has the row type of each (types.ts). */
export class EntityMap<Types> extends Map<string, Entity> {
  entity<Key extends keyof Types & string>(key: Key): Entity<Types[Key] extends Row ? Types[Key] : Row>;
  entity(key: string): Entity;
  entity(key: string): Entity {
    const entity = this.get(key);
    if (!entity) throw new Error(`There is no entity ${key}.`);
    return entity;
  }
}

/** Implements `Entity.property`. */
export function property(this: Pick<Entity, 'name' | 'field'>, name: string): Field {
  const field = this.field(name);
  if (!field) throw new Error(`The entity ${this.name} has no property ${name}.`);
  return field;
}

export function referenceOf({ name, reference }: Pick<Field, 'name' | 'reference'>): Reference {
  if (!reference) throw new Error(`The property ${name} points to no other entity.`);
  return reference;
}

export function choicesOf({ name, choices }: Pick<Field, 'name' | 'choices'>): NonNullable<Field['choices']> {
  if (!choices) throw new Error(`The property ${name} has no choices.`);
  return choices;
}

/** Returns the choice with this value, if there is one. */
export const choiceOf = (field: Pick<Field, 'name' | 'choices'>, value: unknown) =>
  choicesOf(field).find((choice) => choice.value === value);

/** Returns the browser address of a page of the entity. */
export function routeOf(
  { name, routes }: Pick<Entity, 'name' | 'routes'>,
  page: keyof Entity['routes'],
): string {
  const route = routes[page];
  if (route === undefined) throw new Error(`The entity ${name} has no route ${page}.`);
  return route;
}

/** An entity that certainly has an optional part: a hierarchy, documents, a QR code. */
export type Having<Part extends keyof Entity, R extends Row = Row> = Entity<R> &
  Required<Pick<Entity<R>, Part>>;

export const has = <Part extends keyof Entity, R extends Row>(
  entity: Entity<R>,
  part: Part,
): entity is Having<Part, R> => entity[part] !== undefined;

/** Returns the entity as one that has the part, or throws. */
export function having<Part extends keyof Entity, R extends Row>(
  entity: Entity<R>,
  part: Part,
): Having<Part, R> {
  if (!has(entity, part)) throw new Error(`The entity ${entity.name} has no ${part}.`);
  return entity;
}

/** Returns the id of a stored row. */
export function idOf({ id, name }: Pick<Entity, 'id' | 'name'>, row: Row): number {
  const value = row[id];
  if (typeof value !== 'number') throw new Error(`A row of ${name} has no ${id}.`);
  return value;
}

/** The entity type of a resource, with its property names, for signatures. */
export type EntityOf<Resource extends string> = Entity<RowOf<Resource>>;
