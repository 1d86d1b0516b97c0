/** Moves an amount of a part from one place to another. */
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { type Errors, FormDialog } from '../../resources/form/FormDialog.tsx';
import { useHouse, useLanguage } from '../../resources/House.tsx';
import { useSay } from '../../resources/say.ts';
import { readMoved } from '../../resources/widgets/amounts.ts';
import { QuantityInput } from '../../resources/widgets/QuantityInput.tsx';
import { ReferencePicker } from '../../resources/widgets/ReferencePicker.tsx';
import { useStockWords } from '../../resources/widgets/stock-words.ts';
import { type StockRow, transfer, useLocations, useLots, useStockChanged } from './calls.ts';
import { type ChosenPlace, PlaceInput } from './PlaceInput.tsx';

interface TransferDialogProps {
  part: { id: number; name: string; unit?: string | null };
  rows: StockRow[];
  onClose(): void;
}

/** Warehouse, location and lot in one, as the call wants it. */
export const keyOf = ({ id_magazzino, id_ubicazione, id_lotto }: StockRow): string =>
  [id_magazzino, id_ubicazione ?? '', id_lotto ?? ''].join('-');

const placeName = (row: StockRow): string =>
  [row.codice_magazzino, row.descrizione_ubicazione, row.descrizione_lotto].filter(Boolean).join(' · ');

export default function TransferDialog({ part, rows, onClose }: TransferDialogProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const words = useStockWords();
  const say = useSay();
  const changed = useStockChanged();
  const { byName } = useHouse();
  const filled = rows.filter((row) => row.quantita > 0);
  const [from, setFrom] = useState(filled.length === 1 ? keyOf(filled[0]!) : '');
  const [to, setTo] = useState<number>();
  const [location, setLocation] = useState<ChosenPlace>();
  const [lot, setLot] = useState<ChosenPlace>();
  const [quantity, setQuantity] = useState('');
  const origin = filled.find((row) => keyOf(row) === from);
  const locations = useLocations(to);
  const lots = useLots(to);
  const required = translate('officina.validation.required');
  const read = readMoved(quantity, origin?.quantita ?? 0, language);

  const check = (): Errors => ({
    ...(!origin && { ubicazione_lotto_da: required }),
    ...(to === undefined && { id_magazzino_a: required }),
    ...('wrong' in read && { quantita: translate(read.wrong) }),
  });
  const send = () =>
    transfer({
      id_ricambio: part.id,
      id_magazzino_da: origin!.id_magazzino,
      ubicazione_lotto_da: from,
      id_ubicazione_da: origin!.id_ubicazione ?? undefined,
      id_lotto_da: origin!.id_lotto ?? undefined,
      id_magazzino_a: to!,
      id_ubicazione_a: location?.id,
      descrizione_ubicazione_a: location?.id === undefined ? location?.text : undefined,
      id_lotto_a: lot?.id,
      descrizione_lotto_a: lot?.id === undefined ? lot?.text : undefined,
      quantita: 'amount' in read ? read.amount : quantity,
    });
  const done = () => {
    changed();
    say('officina.stock.transferred');
    onClose();
  };
  return (
    <FormDialog
      title={`${translate('officina.stock.transfer')}: ${part.name}`}
      save={translate('officina.stock.transfer')}
      check={check}
      send={send}
      onDone={done}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            select
            id="transfer-from"
            size="small"
            variant="outlined"
            margin="none"
            required
            label={translate('officina.stock.from_place')}
            value={from}
            onChange={(event) => setFrom(event.target.value)}
            error={errors.ubicazione_lotto_da !== undefined}
            helperText={errors.ubicazione_lotto_da}
          >
            {filled.map((row) => (
              <MenuItem key={keyOf(row)} value={keyOf(row)}>
                {words.at(placeName(row), row)}
              </MenuItem>
            ))}
          </TextField>
          <ReferencePicker
            id="transfer-to"
            field={byName.entity('location').property('id_magazzino')}
            label={translate('officina.stock.to_warehouse')}
            value={to === undefined ? [] : [to]}
            onChange={([id]) => {
              setTo(id);
              setLocation(undefined);
              setLot(undefined);
            }}
            required
            error={errors.id_magazzino_a !== undefined}
            help={errors.id_magazzino_a}
          />
          <PlaceInput
            id="transfer-location"
            label={translate('officina.stock.location')}
            places={locations.data}
            value={location}
            onChange={setLocation}
            creates
            disabled={to === undefined}
            error={errors.id_ubicazione_a ?? errors.descrizione_ubicazione_a}
          />
          <PlaceInput
            id="transfer-lot"
            label={translate('officina.stock.lot')}
            places={lots.data}
            value={lot}
            onChange={setLot}
            creates
            disabled={to === undefined}
            error={errors.id_lotto_a ?? errors.descrizione_lotto_a}
          />
          <QuantityInput
            value={quantity}
            onChange={setQuantity}
            unit={part.unit}
            error={errors.quantita}
            help={origin && words.now(origin)}
          />
        </>
      )}
    </FormDialog>
  );
}
