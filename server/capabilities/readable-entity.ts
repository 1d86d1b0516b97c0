/**
 * The entity as one person may see it: without the columns that are not his, to be neither read, filtered nor sorted
 * by, and with the custom fields of a class, or of all.
 */
import { type Access, allows } from '../../schemas/access.ts';
import type { Entity } from '../../schemas/entity.ts';
import { hiddenFrom, readable } from '../../schemas/readable.ts';
import type { Context } from '../http/call.ts';
import { customisedFor } from './custom-fields.ts';

const made = new WeakMap<Entity, Map<string, Entity>>();

export const shownTo = (context: Context, entity: Entity, classId?: number): Entity =>
  customisedFor(context, readableTo(context, entity), classId);

function readableTo({ user, setting }: Context, entity: Entity): Entity {
  const may = (access: Access): boolean => allows(access, user, setting);
  const key = hiddenFrom(entity, may).join();
  if (key === '') return entity;
  const known = made.get(entity) ?? new Map<string, Entity>();
  made.set(entity, known);
  const shown = known.get(key) ?? readable(entity, may);
  known.set(key, shown);
  return shown;
}

/** What a person who may write a row may not read of it. */
export const hiddenNames = (entity: Entity, shown: Entity): Set<string> =>
  new Set(entity.fields.flatMap(({ name }) => (shown.field(name) ? [] : [name])));
