/** The columns of the list from the server's layout. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '../../../dataProvider/cached-reads.ts';
import type { Entity } from '../../../schemas/entity.ts';
import { LIST_COLUMNS } from '../intervention-routes.ts';

export interface Column {
  column_name: string;
  column_order: number;
  column_hidden: number;
}

/** Finds the field of a column. The server names a reference or choice by its text. */
function fieldNamed(entity: Entity, name: string): string | undefined {
  const joined = entity.fields.find(({ reference }) => reference?.text === name);
  return joined?.name ?? (entity.field(`id_${name}`) ?? entity.field(name))?.name;
}

/** Applies a layout. Hidden columns can be switched on. Without a layout, the schema's columns apply. */
export function laidOut(entity: Entity, columns: Column[]): Entity {
  const ordered = columns.toSorted((one, other) => one.column_order - other.column_order);
  const namesOf = (some: Column[]): string[] => [
    ...new Set(some.flatMap(({ column_name: name }) => fieldNamed(entity, name) ?? [])),
  ];
  const visible = namesOf(ordered.filter(({ column_hidden: hidden }) => hidden !== 1));
  const offered = namesOf(ordered).filter((name) => !visible.includes(name));
  return visible.length === 0 ? entity : { ...entity, list: namesOf(ordered), offered };
}

/** Returns the entity with the layout; undefined while it loads. A layout that cannot be read changes nothing. */
export function useLayout(entity: Entity): Entity | undefined {
  const { data, error } = useQuery({
    queryKey: ['odl/gridconfig'],
    queryFn: async () => (await ask<Column[]>(LIST_COLUMNS)).data,
    staleTime: 60_000,
  });
  return useMemo(() => (data ? laidOut(entity, data) : error ? entity : undefined), [entity, data, error]);
}
