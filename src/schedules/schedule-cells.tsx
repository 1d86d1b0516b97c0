/** List cells for the assets, types and errors of schedules. */

import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { TranslateFunction } from 'react-admin';
import { ColourChip } from '../../resources/display/ColourChip.tsx';
import { readColour } from '../../resources/format/colour.ts';
import type { Row } from '../../schemas/entity.ts';

/** The error of a schedule. The cell shortens it like any text. */
export const FaultCell = ({ errore }: Row): ReactNode =>
  errore ? (
    <Box component="span" sx={{ color: 'error.main' }}>
      <WarningIcon fontSize="small" aria-hidden sx={{ mr: 0.5, verticalAlign: 'middle' }} />
      {String(errore)}
    </Box>
  ) : undefined;

/** A row with an intervention type. */
interface Described {
  colore?: string | null;
  id_tipo_guasto?: number | null;
  tipo_guasto?: string | null;
}

/** Returns a cell with the unit in the form that its number needs: 1 month, 3 months. */
export const unitCell =
  (translate: TranslateFunction) =>
  ({ frequenza, unita_misura }: Row): ReactNode =>
    unita_misura
      ? translate(`officina.schedule.unit_${unita_misura}`, { smart_count: frequenza })
      : undefined;

export const typeCell =
  (names: Map<number, string>) =>
  (row: Described): ReactNode => {
    const colour = readColour(row.colore);
    const text = names.get(row.id_tipo_guasto ?? 0) ?? row.tipo_guasto;
    return colour && text ? <ColourChip colour={colour}>{text}</ColourChip> : undefined;
  };
