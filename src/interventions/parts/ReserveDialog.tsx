/** A part kept for an intervention, or more or less of it. */

import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '../../../dataProvider/http.ts';
import type { Errors } from '../../../resources/form/FormDialog.tsx';
import { useHouse, useLanguage } from '../../../resources/House.tsx';
import { readAmount } from '../../../resources/widgets/amounts.ts';
import { showNumber } from '../../../resources/widgets/numbers.ts';
import { QuantityInput } from '../../../resources/widgets/QuantityInput.tsx';
import { useStockWords } from '../../../resources/widgets/stock-words.ts';
import type { Language, Row } from '../../../schemas/entity.ts';
import { belowOf, type Reservation, usePartFigures } from '../ground/calls.ts';
import { WorkDialog } from '../ground/WorkDialog.tsx';
import { PartInput } from './PartInput.tsx';

interface ReserveDialogProps {
  intervention: number;
  asset: number;
  row?: Reservation;
  onClose(): void;
}

/** What is kept is more than nothing. */
export function readPositive(text: string, language: Language): { amount: number } | { wrong: string } {
  const read = readAmount(text, language);
  const least = 'wrong' in read ? read.wrong === 'officina.validation.quantityZero' : read.amount < 0;
  return least ? { wrong: 'officina.validation.quantityPositive' } : read;
}

export default function ReserveDialog({ intervention, asset, row, onClose }: ReserveDialogProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const entity = useHouse().byName.entity('reservation');
  const field = entity.property('id_ricambio');
  const [part, setPart] = useState(row?.id_ricambio);
  const [quantity, setQuantity] = useState(showNumber(row?.quantita, language));
  const read = readPositive(quantity, language);
  const words = useStockWords();
  const { data: figures } = usePartFigures(part);
  const check = (): Errors => ({
    ...(part === undefined && { id_ricambio: translate('officina.validation.required') }),
    ...('wrong' in read && { quantita: translate(read.wrong) }),
  });
  const mine = (): Row => ({ quantita: 'amount' in read ? read.amount : quantity });
  const send = (chosen?: Row) =>
    call(`${belowOf(intervention, 'prenotazione')}${row?.id ?? ''}`, {
      method: row ? 'PUT' : 'POST',
      body: chosen ?? { ...mine(), ...(row ? { versione: row.versione } : { id_ricambio: part }) },
    });
  return (
    <WorkDialog
      title={translate(`officina.interventions.detail.${row ? 'edit_reservation' : 'add_reservation'}`)}
      save={translate('officina.interventions.detail.reserve')}
      check={check}
      send={send}
      stored={row && { entity, record: row, mine }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <PartInput
            id="reserve-part"
            field={field}
            asset={asset}
            value={part}
            fixed={row && `${row.codice} - ${row.descrizione}`}
            onChange={setPart}
            error={errors.id_ricambio}
          />
          <QuantityInput
            value={quantity}
            onChange={setQuantity}
            unit={row?.unita_di_misura ?? figures?.unita_di_misura}
            error={errors.quantita}
            help={figures && words.now({ quantita: figures.giacenza, disponibile: figures.disponibile })}
          />
        </>
      )}
    </WorkDialog>
  );
}
