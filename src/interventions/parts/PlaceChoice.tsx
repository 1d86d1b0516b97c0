/** Where a part is taken from: a warehouse that has it, and of that the location and lot. */
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { useStockWords } from '../../../resources/widgets/stock-words.ts';
import type { StockRow } from '../ground/calls.ts';

export const keyOf = (row: Pick<StockRow, 'id_magazzino' | 'id_ubicazione' | 'id_lotto'>): string =>
  [row.id_magazzino, row.id_ubicazione ?? '', row.id_lotto ?? ''].join('/');

export const placeName = (row: { descrizione_ubicazione?: unknown; descrizione_lotto?: unknown }): string =>
  [row.descrizione_ubicazione, row.descrizione_lotto].filter(Boolean).join(' / ');

interface PlaceChoiceProps {
  stock: StockRow[];
  warehouse: number | undefined;
  place: StockRow | undefined;
  onWarehouse(id: number): void;
  onPlace(row: StockRow): void;
  errors: Record<string, string>;
}

export function PlaceChoice({ stock, warehouse, place, onWarehouse, onPlace, errors }: PlaceChoiceProps) {
  const translate = useTranslate();
  const words = useStockWords();
  const warehouses = [...new Map(stock.map((row) => [row.id_magazzino, row])).values()];
  const here = stock.filter((row) => row.id_magazzino === warehouse);
  const common = {
    select: true,
    required: true,
    size: 'small',
    variant: 'outlined',
    margin: 'none',
  } as const;
  return (
    <>
      <TextField
        {...common}
        label={translate('officina.stock.warehouse')}
        value={warehouse ?? ''}
        onChange={(event) => onWarehouse(Number(event.target.value))}
        error={errors.id_magazzino !== undefined}
        helperText={errors.id_magazzino}
      >
        {warehouses.map((row) => (
          <MenuItem key={row.id_magazzino} value={row.id_magazzino}>
            {`${row.codice_magazzino} - ${row.descrizione_magazzino}`}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        {...common}
        label={translate('officina.interventions.detail.place')}
        disabled={warehouse === undefined}
        value={place ? keyOf(place) : ''}
        onChange={(event) => onPlace(here.find((row) => keyOf(row) === event.target.value)!)}
        error={errors.ubicazione_lotto !== undefined}
        helperText={errors.ubicazione_lotto}
      >
        {here.map((row) => (
          <MenuItem key={keyOf(row)} value={keyOf(row)}>
            {words.at(placeName(row) || translate('officina.interventions.detail.no_place'), row)}
          </MenuItem>
        ))}
      </TextField>
    </>
  );
}
