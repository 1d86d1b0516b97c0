/** List cells with colours: state and type as chips, priority as marks, and dates. */

import type { ReactNode } from 'react';
import { ColourChip } from '../../../resources/display/ColourChip.tsx';
import { PriorityMarks } from '../../../resources/display/PriorityMarks.tsx';
import { hexOf, readColour, solid } from '../../../resources/format/colour.ts';
import { formatInstant } from '../../../resources/format/format.ts';
import type { Row } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';

type Cell = (row: RowOf<'odl'>) => ReactNode;

const chip =
  (text: Cell, colour: 'stato_colore' | 'tipo_guasto_colore'): Cell =>
  (row) => {
    const read = readColour(row[colour]);
    const label = text(row);
    return read && label ? <ColourChip colour={read}>{label}</ColourChip> : undefined;
  };

export interface CellFacts {
  zone: string;
  priorityName(priority: number): string;
  /** Names in the reader's language, by id. */
  states: Map<number, string>;
  types: Map<number, string>;
}

export function cellsOf({ zone, priorityName, states, types }: CellFacts): Record<string, Cell> {
  return {
    id_stato: chip((row) => states.get(row.id_stato) ?? String(row.stato ?? ''), 'stato_colore'),
    id_tipo_guasto: chip(
      (row) => types.get(row.id_tipo_guasto) ?? String(row.tipo_guasto ?? ''),
      'tipo_guasto_colore',
    ),
    priorita: ({ priorita }) =>
      typeof priorita === 'number' ? (
        <PriorityMarks priority={priorita} label={priorityName(priorita)} />
      ) : undefined,
    data_ultima_mod_view: ({ data_ultima_mod_view: last }) =>
      last ? formatInstant(String(last), zone) : undefined,
  };
}

/** The row's colour, in front of its first cell. */
export function ColourMark({ row }: { row: Row }) {
  const colour = readColour(row.colore);
  return (
    <span
      className="colour-mark"
      aria-hidden
      style={colour ? { backgroundColor: hexOf(solid(colour)) } : undefined}
    />
  );
}
