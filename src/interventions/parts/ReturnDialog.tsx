/** Gives back some of what was withdrawn, to where it came from. */

import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '../../../dataProvider/http.ts';
import type { Errors } from '../../../resources/form/FormDialog.tsx';
import { formatDecimal } from '../../../resources/format.ts';
import { useLanguage } from '../../../resources/House.tsx';
import { QuantityInput } from '../../../resources/widgets/QuantityInput.tsx';
import { belowOf, useRows, type Withdrawal } from '../ground/calls.ts';
import { WorkDialog } from '../ground/WorkDialog.tsx';
import { placeName } from './PlaceChoice.tsx';
import { readPositive } from './ReserveDialog.tsx';

interface ReturnDialogProps {
  intervention: number;
  row?: Withdrawal;
  onClose(): void;
}

const nameOf = (row: Withdrawal): string =>
  [`${row.codice} - ${row.descrizione}`, row.codice_magazzino, placeName(row)].filter(Boolean).join(', ');

export default function ReturnDialog({ intervention, row: given, onClose }: ReturnDialogProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const { data: taken = [] } = useRows<Withdrawal>(intervention, belowOf(intervention, 'ricambio'));
  const [chosen, choose] = useState(given?.id_prelievo);
  const [quantity, setQuantity] = useState('');
  const row = taken.find(({ id_prelievo }) => id_prelievo === chosen);
  const read = readPositive(quantity, language);
  const tooMuch = row !== undefined && 'amount' in read && read.amount > row.quantita;
  const check = (): Errors => ({
    ...(row === undefined && { id_ricambio: translate('officina.validation.required') }),
    ...('wrong' in read && { quantita: translate(read.wrong) }),
    ...(tooMuch && { quantita: translate('officina.validation.unloadTooMuch') }),
  });
  const send = () =>
    call(belowOf(intervention, 'ricambio'), {
      method: 'POST',
      body: {
        id_ricambio: row!.id_ricambio,
        quantita: 'amount' in read ? read.amount : quantity,
        id_magazzino: row!.id_magazzino,
        id_ubicazione: row!.id_ubicazione,
        id_lotto: row!.id_lotto,
      },
    });
  return (
    <WorkDialog
      title={translate('officina.interventions.detail.return_title')}
      save={translate('officina.interventions.detail.give_back')}
      check={check}
      send={send}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            select
            required
            size="small"
            variant="outlined"
            margin="none"
            label={translate('officina.stock.part')}
            value={row ? row.id_prelievo : ''}
            onChange={(event) => choose(Number(event.target.value))}
            error={errors.id_ricambio !== undefined}
            helperText={errors.id_ricambio}
          >
            {taken.map((one) => (
              <MenuItem key={one.id_prelievo} value={one.id_prelievo}>
                {nameOf(one)}
              </MenuItem>
            ))}
          </TextField>
          <QuantityInput
            value={quantity}
            onChange={setQuantity}
            unit={row?.unita_di_misura}
            error={errors.quantita}
            help={
              row &&
              translate('officina.interventions.detail.taken_so_far', {
                amount: formatDecimal(row.quantita, language),
              })
            }
          />
        </>
      )}
    </WorkDialog>
  );
}
