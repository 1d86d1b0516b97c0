/** More of what was withdrawn, or with a minus some of it back to where it came from. */

import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '../../../dataProvider/http.ts';
import type { Errors } from '../../../resources/form/FormDialog.tsx';
import { formatDecimal } from '../../../resources/format.ts';
import { useLanguage } from '../../../resources/House.tsx';
import { readAmount } from '../../../resources/widgets/amounts.ts';
import { QuantityInput } from '../../../resources/widgets/QuantityInput.tsx';
import { useStockWords } from '../../../resources/widgets/stock-words.ts';
import type { Language } from '../../../schemas/entity.ts';
import { useStock, type Withdrawal } from '../ground/calls.ts';
import { WorkDialog } from '../ground/WorkDialog.tsx';
import { keyOf, placeName } from './PlaceChoice.tsx';

interface ChangeDialogProps {
  intervention: number;
  row: Withdrawal;
  onClose(): void;
}

function readChange(
  text: string,
  { quantita, giacenza }: Withdrawal,
  language: Language,
): { amount: number } | { wrong: string } {
  const read = readAmount(text, language);
  if ('wrong' in read) return read;
  if (read.amount < -quantita) return { wrong: 'officina.validation.unloadTooMuch' };
  return read.amount > giacenza ? { wrong: 'officina.validation.withdrawTooMuch' } : read;
}

export default function ChangeDialog({ intervention, row, onClose }: ChangeDialogProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const [quantity, setQuantity] = useState('');
  const read = readChange(quantity, row, language);
  const stock = useStockWords();
  // Where nothing is left there may be no balance any more.
  const { data: balances } = useStock(row.id_ricambio);
  const free = balances?.find((one) => keyOf(one) === keyOf(row))?.disponibile ?? 0;
  const words = (key: string, args = {}) => translate(`officina.interventions.detail.${key}`, args);
  return (
    <WorkDialog
      title={words('details')}
      save={translate('officina.form.save')}
      check={(): Errors => ('wrong' in read ? { quantita: translate(read.wrong) } : {})}
      send={() =>
        call(`/odl/${intervention}/prelievo/${row.id_prelievo}`, {
          method: 'PUT',
          body: { quantita: 'amount' in read ? -read.amount : quantity },
        })
      }
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{`${row.codice} - ${row.descrizione}`}</Typography>
          <Typography color="textSecondary">
            {[row.codice_magazzino, placeName(row)].filter(Boolean).join(', ')}
          </Typography>
          <Typography>
            {words('taken_so_far', { amount: formatDecimal(row.quantita, language) })}
            <br />
            {balances && stock.now({ quantita: row.giacenza, disponibile: free })}
          </Typography>
          <QuantityInput
            value={quantity}
            onChange={setQuantity}
            unit={row.unita_di_misura}
            error={errors.quantita}
            help={words('more_or_back')}
          />
        </>
      )}
    </WorkDialog>
  );
}
