/**
 * The columns of a list as the user arranged them. Only the user's decisions are stored, so that new columns follow
 * the file.
 */
import type { Entity } from '../../schemas/entity.ts';
import { type Column, columnsOf, hiddenAtFirst } from './list-columns.ts';

export interface Arrangement {
  /** The sources in the user's order. All others follow in the order of the file. */
  order: string[];
  /** The columns that the user switched on, and those switched off, by source. */
  on: string[];
  off: string[];
}

export const AS_IN_FILE: Arrangement = { order: [], on: [], off: [] };

export const placeOf = ({ resource }: Entity): string => `${resource}.columns`;

export const isArranged = ({ order, on, off }: Arrangement): boolean =>
  order.length + on.length + off.length > 0;

/** Returns all columns in the user's order. */
export function ordered(entity: Entity, { order }: Arrangement): Column[] {
  const columns = columnsOf(entity);
  const named = order.flatMap((source) => columns.find((column) => column.source === source) ?? []);
  return [...new Set([...named, ...columns])];
}

/** Returns the visible columns in the user's order. */
export function visibleOf(entity: Entity, arrangement: Arrangement): Column[] {
  const { on, off } = arrangement;
  const hidden = hiddenAtFirst(entity);
  return ordered(entity, arrangement).filter(
    ({ source }) => on.includes(source) || !(off.includes(source) || hidden.includes(source)),
  );
}

const without = (sources: string[], source: string): string[] => sources.filter((other) => other !== source);

export const switched = (arrangement: Arrangement, source: string, visible: boolean): Arrangement => ({
  order: arrangement.order,
  on: visible ? [...without(arrangement.on, source), source] : without(arrangement.on, source),
  off: visible ? without(arrangement.off, source) : [...without(arrangement.off, source), source],
});

export function moved(entity: Entity, arrangement: Arrangement, from: number, to: number): Arrangement {
  const order = ordered(entity, arrangement).map(({ source }) => source);
  return { ...arrangement, order: order.toSpliced(from, 1).toSpliced(to, 0, order[from]!) };
}

/** Returns an arrangement with exactly these columns, in this order. */
export const arrangedAs = (entity: Entity, sources: string[]): Arrangement => ({
  order: sources,
  on: sources,
  off: columnsOf(entity)
    .map(({ source }) => source)
    .filter((source) => !sources.includes(source)),
});

/** The settings of earlier versions, stored by react-admin's own table. */
export interface Before {
  hidden: string[] | undefined;
  /** The positions of the columns in the file, counted with the checkbox column. */
  ranks: number[] | undefined;
  /** The optional columns that existed at that time. */
  offered: string[] | undefined;
}

/** Converts the settings of an earlier version. `first` is the number of columns before those of the file. */
export function fromEarlierVersion(
  entity: Entity,
  { hidden, ranks, offered }: Before,
  first: number,
): Arrangement {
  const columns = columnsOf(entity);
  const fresh = columnsOf(entity, entity.offered).filter(({ source }) => !offered?.includes(source));
  const on = hiddenAtFirst(entity).filter((source) => !hidden?.includes(source));
  return {
    order: (ranks ?? []).flatMap((rank) => columns[rank - first]?.source ?? []),
    on: hidden ? on.filter((source) => !fresh.some((column) => column.source === source)) : [],
    off: hidden ?? [],
  };
}
