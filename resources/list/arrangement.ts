/** The columns of a list as a person has arranged them: what was decided by name, so that new columns stand as the file says. */
import type { Entity } from '../../schemas/entity.ts';
import { type Column, columnsOf, hiddenAtFirst } from './columns.ts';

export interface Arrangement {
  /** Sources in the person's order; what is not named follows in the order of the file. */
  order: string[];
  /** Switched on and off by the person, by source. */
  on: string[];
  off: string[];
}

export const AS_IN_FILE: Arrangement = { order: [], on: [], off: [] };

export const placeOf = ({ resource }: Entity): string => `${resource}.columns`;

export const isArranged = ({ order, on, off }: Arrangement): boolean =>
  order.length + on.length + off.length > 0;

/** All columns in the person's order. */
export function ordered(entity: Entity, { order }: Arrangement): Column[] {
  const columns = columnsOf(entity);
  const named = order.flatMap((source) => columns.find((column) => column.source === source) ?? []);
  return [...new Set([...named, ...columns])];
}

/** Those that are shown, in the person's order. */
export function shownOf(entity: Entity, arrangement: Arrangement): Column[] {
  const { on, off } = arrangement;
  const hidden = hiddenAtFirst(entity);
  return ordered(entity, arrangement).filter(
    ({ source }) => on.includes(source) || !(off.includes(source) || hidden.includes(source)),
  );
}

const without = (sources: string[], source: string): string[] => sources.filter((one) => one !== source);

export const switched = (arrangement: Arrangement, source: string, shown: boolean): Arrangement => ({
  order: arrangement.order,
  on: shown ? [...without(arrangement.on, source), source] : without(arrangement.on, source),
  off: shown ? without(arrangement.off, source) : [...without(arrangement.off, source), source],
});

export function moved(entity: Entity, arrangement: Arrangement, from: number, to: number): Arrangement {
  const order = ordered(entity, arrangement).map(({ source }) => source);
  return { ...arrangement, order: order.toSpliced(from, 1).toSpliced(to, 0, order[from]!) };
}

/** These and no others, in this order. */
export const arrangedAs = (entity: Entity, sources: string[]): Arrangement => ({
  order: sources,
  on: sources,
  off: columnsOf(entity)
    .map(({ source }) => source)
    .filter((source) => !sources.includes(source)),
});

/** What earlier versions kept, in the places of react-admin's own table. */
export interface Before {
  hidden: string[] | undefined;
  /** Positions of the columns in the file, the boxes that select rows among them. */
  ranks: number[] | undefined;
  /** What was there to be switched on when it was arranged. */
  offered: string[] | undefined;
}

/** `first` is how many columns stand before those of the file. */
export function takenOver(entity: Entity, { hidden, ranks, offered }: Before, first: number): Arrangement {
  const columns = columnsOf(entity);
  const fresh = columnsOf(entity, entity.offered).filter(({ source }) => !offered?.includes(source));
  const on = hiddenAtFirst(entity).filter((source) => !hidden?.includes(source));
  return {
    order: (ranks ?? []).flatMap((rank) => columns[rank - first]?.source ?? []),
    on: hidden ? on.filter((source) => !fresh.some((column) => column.source === source)) : [],
    off: hidden ?? [],
  };
}
