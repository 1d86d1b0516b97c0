/** The entity as one person may see it: without the columns that are not his, to be neither read, filtered nor sorted by. */
import { allows } from '../../schemas/access.ts';
import type { Entity } from '../../schemas/entity.ts';
import type { Context } from '../http/call.ts';

const made = new WeakMap<Entity, Map<string, Entity>>();

function without(entity: Entity, hidden: string[]): Entity {
  const fields = entity.fields.filter((field) => !hidden.includes(field.name));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const kept = (name: string): boolean => byName.has(name);
  return {
    ...entity,
    fields,
    list: entity.list.filter(kept),
    search: entity.search.filter(kept),
    field: (name) => byName.get(name),
  };
}

export function shownTo({ user, setting }: Context, entity: Entity): Entity {
  const hidden = entity.fields
    .filter((field) => field.read && !allows(field.read, user, setting))
    .map((field) => field.name);
  if (hidden.length === 0) return entity;
  const known = made.get(entity) ?? new Map<string, Entity>();
  made.set(entity, known);
  const key = hidden.join();
  const shown = known.get(key) ?? without(entity, hidden);
  known.set(key, shown);
  return shown;
}
