/** A part taken from a warehouse onto an intervention; the one that was reserved, or any. */

import ScanIcon from '@mui/icons-material/QrCodeScanner';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '../../../dataProvider/http.ts';
import type { Errors } from '../../../resources/form/FormDialog.tsx';
import { useHouse, useLanguage } from '../../../resources/House.tsx';
import { useFind } from '../../../resources/scan/useFind.ts';
import { useScan } from '../../../resources/scan/useScan.tsx';
import { readMoved } from '../../../resources/widgets/amounts.ts';
import { showNumber } from '../../../resources/widgets/numbers.ts';
import { QuantityInput } from '../../../resources/widgets/QuantityInput.tsx';
import { useStockWords } from '../../../resources/widgets/stock-words.ts';
import { idOf } from '../../../schemas/catalogue.ts';
import type { Language } from '../../../schemas/entity.ts';
import { belowOf, type Reservation, type StockRow, useStock } from '../ground/calls.ts';
import { WorkDialog } from '../ground/WorkDialog.tsx';
import { PartInput } from './PartInput.tsx';
import { PlaceChoice } from './PlaceChoice.tsx';

const PART = 'spare-part';

interface WithdrawDialogProps {
  intervention: number;
  asset: number;
  reservation?: Reservation;
  onClose(): void;
}

const leftOf = ({ quantita, quantita_prelevata: taken }: Reservation): number =>
  Math.max(0, Number((quantita - taken).toFixed(2)));

const startOf = (reservation: Reservation | undefined, language: Language): string =>
  reservation && leftOf(reservation) > 0 ? showNumber(leftOf(reservation), language) : '';

function useWithdrawal(reservation: Reservation | undefined) {
  const language = useLanguage();
  const [part, choosePart] = useState(reservation?.id_ricambio);
  const [chosenWarehouse, setWarehouse] = useState<number>();
  const [chosenPlace, setPlace] = useState<StockRow>();
  const [quantity, setQuantity] = useState(startOf(reservation, language));
  const { data } = useStock(part);
  const stock = (data ?? []).filter((row) => row.quantita > 0);
  // The only one there is needs no choosing.
  const only = new Set(stock.map((row) => row.id_magazzino)).size === 1 ? stock[0] : undefined;
  const warehouse = chosenWarehouse ?? only?.id_magazzino;
  const here = stock.filter((row) => row.id_magazzino === warehouse);
  const place = chosenPlace ?? (here.length === 1 ? here[0] : undefined);
  const total = here.reduce((sum, row) => sum + row.quantita, 0);
  return {
    part,
    setPart(id: number | undefined) {
      choosePart(id);
      setWarehouse(undefined);
      setPlace(undefined);
    },
    stock,
    none: part !== undefined && data !== undefined && stock.length === 0,
    short: reservation !== undefined && warehouse !== undefined && total < leftOf(reservation),
    warehouse,
    chooseWarehouse(id: number) {
      setWarehouse(id);
      setPlace(undefined);
    },
    place,
    setPlace,
    quantity,
    setQuantity,
    read: readMoved(quantity, place?.quantita ?? Number.POSITIVE_INFINITY, language),
  };
}

/** A part by its code: the one that is reserved, where one is. */
function usePartScan(reservation: Reservation | undefined, onPart: (id: number) => void) {
  const translate = useTranslate();
  const find = useFind((entity) => entity.name === PART);
  const { scan, close, dialog } = useScan({
    title: translate('officina.interventions.detail.scan_part'),
    async onCode(text, typed) {
      const found = await find(text, typed);
      if (typeof found === 'string') return translate(`officina.scan.${found}`);
      const id = idOf(found.entity, found.row);
      if (reservation && id !== reservation.id_ricambio) return translate('officina.error.qrPartMismatch');
      onPart(id);
      close();
      return undefined;
    },
  });
  return { scan, dialog };
}

export default function WithdrawDialog({ intervention, asset, reservation, onClose }: WithdrawDialogProps) {
  const translate = useTranslate();
  const words = useStockWords();
  const field = useHouse().byName.entity('withdrawal').property('id_ricambio');
  const form = useWithdrawal(reservation);
  const scan = usePartScan(reservation, (id) => id !== form.part && form.setPart(id));
  const required = translate('officina.validation.required');
  const { read, place } = form;
  const check = (): Errors => ({
    ...(form.part === undefined && { id_ricambio: required }),
    ...(form.warehouse === undefined && { id_magazzino: required }),
    ...(place === undefined && { ubicazione_lotto: required }),
    ...('wrong' in read && { quantita: translate(read.wrong) }),
  });
  const send = () =>
    call(belowOf(intervention, 'ricambio'), {
      method: 'POST',
      body: {
        id_ricambio: form.part,
        id_prenotazione: reservation?.id,
        // What is consumed leaves the warehouse.
        quantita: 'amount' in read ? -read.amount : form.quantity,
        id_magazzino: place!.id_magazzino,
        id_ubicazione: place!.id_ubicazione,
        id_lotto: place!.id_lotto,
      },
    });
  return (
    <>
      <WorkDialog
        title={translate('officina.interventions.detail.withdraw_title')}
        save={translate('officina.interventions.detail.withdraw')}
        check={check}
        send={send}
        onClose={onClose}
      >
        {(errors) => (
          <>
            <Button
              variant="outlined"
              startIcon={<ScanIcon />}
              onClick={scan.scan}
              aria-haspopup="dialog"
              sx={{ minHeight: 48 }}
            >
              {translate('officina.interventions.detail.scan_part')}
            </Button>
            <PartInput
              id="withdraw-part"
              field={field}
              asset={asset}
              value={form.part}
              fixed={reservation && `${reservation.codice} - ${reservation.descrizione}`}
              onChange={form.setPart}
              error={errors.id_ricambio}
            />
            {form.none && <Alert severity="warning">{translate('officina.error.noStock')}</Alert>}
            {form.short && <Alert severity="warning">{translate('officina.error.stockInsufficient')}</Alert>}
            <PlaceChoice
              stock={form.stock}
              warehouse={form.warehouse}
              place={place}
              onWarehouse={form.chooseWarehouse}
              onPlace={form.setPlace}
              errors={errors}
            />
            <QuantityInput
              value={form.quantity}
              onChange={form.setQuantity}
              unit={reservation?.unita_di_misura}
              error={errors.quantita}
              help={place && words.now(place)}
            />
          </>
        )}
      </WorkDialog>
      {scan.dialog}
    </>
  );
}
