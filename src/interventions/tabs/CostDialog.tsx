/** A cost of an intervention: one of the predefined ones that fit it, or typed. */

import Autocomplete from '@mui/material/Autocomplete';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '../../../dataProvider/http.ts';
import type { Errors } from '../../../resources/form/FormDialog.tsx';
import { formatMoney } from '../../../resources/format.ts';
import { useHouse, useLanguage } from '../../../resources/House.tsx';
import { readNumber, showNumber } from '../../../resources/widgets/numbers.ts';
import { stepByArrows, stepOf } from '../../../resources/widgets/stepping.ts';
import { choicesOf } from '../../../schemas/catalogue.ts';
import type { Language, Row } from '../../../schemas/entity.ts';
import type { CostLine, RowOf } from '../../../schemas/types.ts';
import { useRows } from '../ground/calls.ts';
import { nameIn } from '../ground/names.ts';
import { WorkDialog } from '../ground/WorkDialog.tsx';

interface CostDialogProps {
  intervention: number;
  row?: RowOf<'odl/costo'>;
  onClose(): void;
}

const DESCRIPTION_MAX = 200;

/** A number of at most two places, or the key of what is wrong with it. */
function amountIn(text: string, least: number, language: Language): { value: number } | { wrong: string } {
  const value = readNumber(text, language);
  if (value === undefined) return { wrong: 'officina.validation.required' };
  if (typeof value !== 'number' || Number(value.toFixed(2)) !== value)
    return { wrong: 'officina.stock.bad_amount' };
  return value < least ? { wrong: 'officina.validation.quantityPositive' } : { value };
}

function useCost(row: RowOf<'odl/costo'> | undefined) {
  const language = useLanguage();
  const [chosen, choose] = useState<number | null>(row?.id_costo ?? null);
  const [description, setDescription] = useState(String(row?.descrizione ?? ''));
  const [type, setType] = useState<number | ''>(row?.tipo ?? '');
  const [flag, setFlag] = useState<number>(row?.flag ?? 2);
  const [quantity, setQuantity] = useState(row ? showNumber(row.quantita, language) : '1');
  const [cost, setCost] = useState(showNumber(row?.costo, language));
  const [amount, unit] = [amountIn(quantity, 0.01, language), amountIn(cost, 0, language)];
  return {
    chosen,
    description,
    setDescription,
    type,
    setType,
    flag,
    setFlag,
    quantity,
    setQuantity,
    cost,
    setCost,
    amount,
    unit,
    total: 'value' in amount && 'value' in unit ? amount.value * unit.value : undefined,
    /** What a predefined cost says is where one begins. */
    take(one: RowOf<'costo'> | null) {
      choose(one?.id_costo ?? null);
      if (!one) return;
      setDescription(String(one.descrizione ?? ''));
      setCost(showNumber(one.costo_unitario, language));
      if (one.tipo) setType(one.tipo);
    },
  };
}

export default function CostDialog({ intervention, row, onClose }: CostDialogProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const { byName } = useHouse();
  const lines = byName.entity('cost-line');
  const title = (name: keyof CostLine): string => lines.property(name).title[language];
  const predefined = useRows<RowOf<'costo'>>(intervention, `/costo/?idOdl=${intervention}&pag=-1`).data ?? [];
  const types = useRows<RowOf<'costo/tipo-costo'>>(intervention, '/costo/tipo-costo/?pag=-1').data ?? [];
  const form = useCost(row);
  const required = translate('officina.validation.required');
  const check = (): Errors => ({
    ...(form.description.trim() === '' && { descrizione: required }),
    ...(form.type === '' && { tipo: required }),
    ...('wrong' in form.amount && { quantita: translate(form.amount.wrong) }),
    ...('wrong' in form.unit && { costo: translate(form.unit.wrong) }),
  });
  const mine = (): Row => ({
    id_costo: form.chosen,
    descrizione: form.description.trim(),
    tipo: form.type,
    flag: form.flag,
    quantita: 'value' in form.amount ? form.amount.value : form.quantity,
    costo: 'value' in form.unit ? form.unit.value : form.cost,
  });
  const send = (chosen?: Row) =>
    call(`/odl/${intervention}/costo/${row ? row.id : ''}`, {
      method: row ? 'PUT' : 'POST',
      body: chosen ?? { ...mine(), ...(row && { versione: row.versione }) },
    });
  const field = (name: keyof CostLine, errors: Errors) => ({
    size: 'small' as const,
    variant: 'outlined' as const,
    margin: 'none' as const,
    label: title(name),
    error: errors[name] !== undefined,
    helperText: errors[name],
  });
  const amount = (name: keyof CostLine, endAdornment?: ReactNode) => ({
    onKeyDown: (event: KeyboardEvent) => stepByArrows(event, lines.property(name), language),
    slotProps: {
      htmlInput: { inputMode: 'decimal' as const, step: stepOf(lines.property(name)) },
      input: { endAdornment },
    },
  });
  return (
    <WorkDialog
      title={translate(`officina.interventions.detail.${row ? 'edit_cost' : 'add_cost'}`)}
      save={translate('officina.form.save')}
      check={check}
      send={send}
      stored={row && { entity: lines, record: row, mine }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Autocomplete<RowOf<'costo'>>
            options={predefined}
            value={predefined.find((one) => one.id_costo === form.chosen) ?? null}
            onChange={(_event, one) => form.take(one)}
            getOptionLabel={(one) => `${one.codice} - ${one.descrizione}`}
            getOptionKey={(one) => one.id_costo}
            isOptionEqualToValue={(one, other) => one.id_costo === other.id_costo}
            size="small"
            noOptionsText={translate('officina.form.no_options')}
            openText={translate('officina.form.open_list')}
            closeText={translate('officina.close')}
            clearText={translate('officina.form.clear')}
            renderInput={(input) => (
              <TextField {...input} variant="outlined" margin="none" label={title('id_costo')} />
            )}
          />
          <TextField
            {...field('descrizione', errors)}
            required
            value={form.description}
            onChange={(event) => form.setDescription(event.target.value)}
            slotProps={{ htmlInput: { maxLength: DESCRIPTION_MAX } }}
          />
          <TextField
            {...field('tipo', errors)}
            required
            select
            value={types.length > 0 ? form.type : ''}
            onChange={(event) => form.setType(Number(event.target.value))}
          >
            {types.map((type) => (
              <MenuItem key={type.id_tipo_costo} value={type.id_tipo_costo}>
                {nameIn(type, language)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            {...field('flag', errors)}
            select
            value={form.flag}
            onChange={(event) => form.setFlag(Number(event.target.value))}
          >
            {choicesOf(lines.property('flag')).map((choice) => (
              <MenuItem key={String(choice.value)} value={Number(choice.value)}>
                {choice.title[language]}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            {...field('quantita', errors)}
            required
            value={form.quantity}
            onChange={(event) => form.setQuantity(event.target.value)}
            {...amount('quantita')}
          />
          <TextField
            {...field('costo', errors)}
            required
            value={form.cost}
            onChange={(event) => form.setCost(event.target.value)}
            helperText={
              errors.costo ??
              (form.total === undefined
                ? undefined
                : `${title('totale')}: ${formatMoney(form.total, language)}`)
            }
            {...amount('costo', <InputAdornment position="end">€</InputAdornment>)}
          />
        </>
      )}
    </WorkDialog>
  );
}
