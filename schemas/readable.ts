/** The entity without the fields that a person may not see: neither read, listed, filtered nor sorted by. */
import type { Access } from './access.ts';
import type { Entity } from './entity.ts';

function without(entity: Entity, hidden: Set<string>): Entity {
  const fields = entity.fields.filter((field) => !hidden.has(field.name));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const kept = (name: string): boolean => !hidden.has(name);
  return {
    ...entity,
    fields,
    list: entity.list.filter(kept),
    filters: entity.filters.filter(kept),
    search: entity.search.filter(kept),
    field: (name) => byName.get(name),
  };
}

export const hiddenFrom = (entity: Entity, may: (access: Access) => boolean): string[] =>
  entity.fields.filter((field) => field.read && !may(field.read)).map((field) => field.name);

export function readable(entity: Entity, may: (access: Access) => boolean): Entity {
  const hidden = hiddenFrom(entity, may);
  return hidden.length === 0 ? entity : without(entity, new Set(hidden));
}
