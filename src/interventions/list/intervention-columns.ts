/** The columns of the list as the server lays them out. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../dataProvider/http.ts';
import type { Entity } from '../../../schemas/entity.ts';

export interface Column {
  column_name: string;
  column_order: number;
  column_hidden: number;
}

/** The server names what a reference shows, and the text of a choice, not what they hold. */
function fieldNamed(entity: Entity, name: string): string | undefined {
  const joined = entity.fields.find(({ reference }) => reference?.text === name);
  return joined?.name ?? (entity.field(`id_${name}`) ?? entity.field(name))?.name;
}

/** Without a layout the columns are those of the schema; hidden ones are there to be switched on. */
export function laidOut(entity: Entity, columns: Column[]): Entity {
  const ordered = columns.toSorted((one, other) => one.column_order - other.column_order);
  const named = (some: Column[]): string[] => [
    ...new Set(some.flatMap(({ column_name: name }) => fieldNamed(entity, name) ?? [])),
  ];
  const shown = named(ordered.filter(({ column_hidden: hidden }) => hidden !== 1));
  const offered = named(ordered).filter((name) => !shown.includes(name));
  return shown.length === 0 ? entity : { ...entity, list: named(ordered), offered };
}

/** Undefined until it is known; a layout that cannot be read changes nothing. */
export function useLayout(entity: Entity): Entity | undefined {
  const { data, error } = useQuery({
    queryKey: ['odl/gridconfig'],
    queryFn: async () => (await call<Column[]>('/odl/gridconfig/')).data,
    staleTime: 60_000,
  });
  return useMemo(() => (data ? laidOut(entity, data) : error ? entity : undefined), [entity, data, error]);
}
