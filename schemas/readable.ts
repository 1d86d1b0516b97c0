/** Removes the fields that a user may not read, so that they cannot be listed, filtered or sorted by either. */
import type { Access } from './access.ts';
import type { Entity } from './entity.ts';

function without(entity: Entity, hidden: Set<string>): Entity {
  const fields = entity.fields.filter((field) => !hidden.has(field.name));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const isReadable = (name: string): boolean => !hidden.has(name);
  return {
    ...entity,
    fields,
    list: entity.list.filter(isReadable),
    filters: entity.filters.filter(isReadable),
    search: entity.search.filter(isReadable),
    field: (name) => byName.get(name),
  };
}

export const hiddenFrom = (entity: Entity, may: (access: Access) => boolean): string[] =>
  entity.fields.filter((field) => field.read && !may(field.read)).map((field) => field.name);

export function readable(entity: Entity, may: (access: Access) => boolean): Entity {
  const hidden = hiddenFrom(entity, may);
  return hidden.length === 0 ? entity : without(entity, new Set(hidden));
}
