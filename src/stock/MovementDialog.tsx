/** Loads a part into a place, or unloads it; or corrects the balance of one row, when it is given. */
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { type Errors, FormDialog } from '../../resources/form/FormDialog.tsx';
import { useHouse, useLanguage } from '../../resources/House.tsx';
import { useSay } from '../../resources/say.ts';
import { readChange } from '../../resources/widgets/amounts.ts';
import { QuantityInput } from '../../resources/widgets/QuantityInput.tsx';
import { ReferencePicker } from '../../resources/widgets/ReferencePicker.tsx';
import { useStockWords } from '../../resources/widgets/stock-words.ts';
import { move, type StockRow, useLocations, useLots, useStockChanged, useStockOf } from './calls.ts';
import { type ChosenPlace, PlaceInput } from './PlaceInput.tsx';

interface MovementDialogProps {
  part?: { id: number; name: string; unit?: string | null };
  warehouse?: { id: number; name: string };
  /** The balance to change: part, warehouse and place are its own. */
  row?: StockRow;
  onClose(): void;
}

const placeOf = (id: number | null | undefined, text: string | null | undefined): ChosenPlace | undefined =>
  id ? { id, text: text ?? '' } : undefined;

function useMovement({ part, warehouse, row }: MovementDialogProps) {
  const [loads, setLoads] = useState(true);
  const [idPart, setPart] = useState(part?.id ?? row?.id_ricambio);
  const [idWarehouse, setWarehouse] = useState(warehouse?.id ?? row?.id_magazzino);
  const [location, setLocation] = useState(placeOf(row?.id_ubicazione, row?.descrizione_ubicazione));
  const [lot, setLot] = useState(placeOf(row?.id_lotto, row?.descrizione_lotto));
  const [quantity, setQuantity] = useState('');
  const { data: balances = [] } = useStockOf(idPart);
  const here = balances.find(
    (one) =>
      one.id_magazzino === idWarehouse &&
      (one.id_ubicazione ?? undefined) === location?.id &&
      (one.id_lotto ?? undefined) === lot?.id &&
      (location === undefined || location.id !== undefined) &&
      (lot === undefined || lot.id !== undefined),
  );
  return {
    loads,
    setLoads,
    idPart,
    setPart,
    idWarehouse,
    chooseWarehouse(id: number | undefined) {
      setWarehouse(id);
      setLocation(undefined);
      setLot(undefined);
    },
    location,
    setLocation,
    lot,
    setLot,
    quantity,
    setQuantity,
    stock: here?.quantita ?? 0,
    available: here?.disponibile ?? 0,
  };
}

/** A place that exists goes by its id, a new one by its text. */
const sent = (place: ChosenPlace | undefined, id: string, text: string) =>
  place === undefined ? {} : place.id === undefined ? { [text]: place.text } : { [id]: place.id };

export default function MovementDialog(props: MovementDialogProps) {
  const { part, warehouse, row, onClose } = props;
  const translate = useTranslate();
  const language = useLanguage();
  const words = useStockWords();
  const say = useSay();
  const changed = useStockChanged();
  const { byName } = useHouse();
  const form = useMovement(props);
  const locations = useLocations(form.idWarehouse);
  const lots = useLots(form.idWarehouse);
  const required = translate('officina.validation.required');
  const read = readChange(form.quantity, form.loads, form.stock, language);

  const check = (): Errors => ({
    ...(form.idPart === undefined && { id_ricambio: required }),
    ...(form.idWarehouse === undefined && { id_magazzino: required }),
    ...('wrong' in read && { quantita: translate(read.wrong) }),
  });
  const send = () =>
    move({
      id_ricambio: form.idPart!,
      id_magazzino: form.idWarehouse!,
      quantita: 'amount' in read ? read.amount : form.quantity,
      ...sent(form.location, 'id_ubicazione', 'descrizione_ubicazione'),
      ...sent(form.lot, 'id_lotto', 'descrizione_lotto'),
    });
  const done = () => {
    changed();
    say(form.loads ? 'officina.stock.loaded' : 'officina.stock.unloaded');
    onClose();
  };
  const title = part?.name ?? (row ? undefined : warehouse?.name);
  return (
    <FormDialog
      title={`${translate('officina.stock.move')}${title ? `: ${title}` : ''}`}
      save={translate(form.loads ? 'officina.stock.load' : 'officina.stock.unload')}
      check={check}
      send={send}
      onDone={done}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <ToggleButtonGroup
            exclusive
            size="small"
            fullWidth
            value={form.loads}
            onChange={(_event, next: boolean | null) => next !== null && form.setLoads(next)}
            aria-label={translate('officina.stock.direction')}
          >
            <ToggleButton value>{translate('officina.stock.load')}</ToggleButton>
            <ToggleButton value={false}>{translate('officina.stock.unload')}</ToggleButton>
          </ToggleButtonGroup>
          {!part && !row && (
            <ReferencePicker
              id="movement-part"
              field={byName.entity('recommended-part').property('id_ricambio')}
              label={translate('officina.stock.part')}
              value={form.idPart === undefined ? [] : [form.idPart]}
              onChange={([id]) => form.setPart(id)}
              required
              error={errors.id_ricambio !== undefined}
              help={errors.id_ricambio}
            />
          )}
          {!warehouse && (
            <ReferencePicker
              id="movement-warehouse"
              field={byName.entity('location').property('id_magazzino')}
              label={translate('officina.stock.warehouse')}
              value={form.idWarehouse === undefined ? [] : [form.idWarehouse]}
              knownText={row ? `${row.codice_magazzino} - ${row.descrizione_magazzino}` : undefined}
              onChange={([id]) => form.chooseWarehouse(id)}
              readOnly={row !== undefined}
              required
              error={errors.id_magazzino !== undefined}
              help={errors.id_magazzino}
            />
          )}
          <PlaceInput
            id="movement-location"
            label={translate('officina.stock.location')}
            places={row ? undefined : locations.data}
            value={form.location}
            onChange={form.setLocation}
            creates={form.loads && !row}
            disabled={form.idWarehouse === undefined || row !== undefined}
            error={errors.id_ubicazione ?? errors.descrizione_ubicazione}
          />
          <PlaceInput
            id="movement-lot"
            label={translate('officina.stock.lot')}
            places={row ? undefined : lots.data}
            value={form.lot}
            onChange={form.setLot}
            creates={form.loads && !row}
            disabled={form.idWarehouse === undefined || row !== undefined}
            error={errors.id_lotto ?? errors.descrizione_lotto}
          />
          <QuantityInput
            value={form.quantity}
            onChange={form.setQuantity}
            unit={part?.unit}
            error={errors.quantita}
            help={
              form.idPart !== undefined && form.idWarehouse !== undefined
                ? words.now({ quantita: form.stock, disponibile: form.available })
                : undefined
            }
          />
        </>
      )}
    </FormDialog>
  );
}
