/**
 * The entity as a user may see it. Hidden columns are missing, so they cannot be read, filtered or sorted by. It
 * has the custom fields of a class, or of all classes.
 */
import { type Access, allows } from '../../schemas/access.ts';
import type { Entity } from '../../schemas/entity.ts';
import { hiddenFrom, readable } from '../../schemas/readable.ts';
import type { Context } from '../http/call.ts';
import { customisedFor } from './custom-fields.ts';

const cache = new WeakMap<Entity, Map<string, Entity>>();

export const readableEntity = (context: Context, entity: Entity, classId?: number): Entity =>
  customisedFor(context, readableTo(context, entity), classId);

function readableTo({ user, setting }: Context, entity: Entity): Entity {
  const may = (access: Access): boolean => allows(access, user, setting);
  const key = hiddenFrom(entity, may).join();
  if (key === '') return entity;
  const cached = cache.get(entity) ?? new Map<string, Entity>();
  cache.set(entity, cached);
  const result = cached.get(key) ?? readable(entity, may);
  cached.set(key, result);
  return result;
}

/** Returns the columns that a user with write access may not read. */
export const hiddenNames = (entity: Entity, result: Entity): Set<string> =>
  new Set(entity.fields.flatMap(({ name }) => (result.field(name) ? [] : [name])));
