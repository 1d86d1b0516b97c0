/** The filter input of each kind of field. */

import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslate } from 'react-admin';
import type { Choice, Field, Row } from '../../schemas/entity.ts';
import { isPlain, type PlainKind } from '../../schemas/kinds.ts';
import { RANGE_ENDS, rangeOf } from '../../schemas/ranges.ts';
import { textOf } from '../../schemas/values.ts';
import { useLanguage } from '../context/application.tsx';
import { ReferencePicker } from '../widgets/ReferencePicker.tsx';
import { filterTitle, isSwitch, valuesOf } from './filter-names.ts';

/** The pickers of dates are large, and no list needs them before it is filtered. */
const DateInput = lazy(() => import('../widgets/Dates.tsx'));

interface FilterInputProps {
  field: Field;
  values: Row;
  onChange(changes: Row): void;
}

const chosen = (field: Field, values: Row): (string | number)[] =>
  values[field.query] === undefined ? [] : valuesOf(field, values[field.query]);
const joined = (list: (string | number)[]): string | undefined =>
  list.length > 0 ? list.join(',') : undefined;

function TextFilter({ field, values, onChange }: FilterInputProps) {
  const language = useLanguage();
  return (
    <TextField
      label={field.title[language]}
      value={values[field.query] ?? ''}
      onChange={(event) => onChange({ [field.query]: event.target.value || undefined })}
    />
  );
}

function ReferenceFilter({ field, values, onChange }: FilterInputProps) {
  const language = useLanguage();
  return (
    <ReferencePicker
      id={`filter-${field.name}`}
      field={field}
      label={field.title[language]}
      multiple
      value={chosen(field, values) as number[]}
      onChange={(list) => onChange({ [field.query]: joined(list) })}
    />
  );
}

function ChoiceFilter({ field, values, onChange }: FilterInputProps) {
  const language = useLanguage();
  const translate = useTranslate();
  const options = field.choices ?? [];
  const picked = chosen(field, values);
  return (
    <Autocomplete
      multiple
      size="small"
      options={options}
      value={options.filter((choice) => picked.includes(choice.value))}
      getOptionLabel={(choice: Choice) => choice.title[language]}
      getOptionKey={(choice) => choice.value}
      onChange={(_event, list) => onChange({ [field.query]: joined(list.map((choice) => choice.value)) })}
      noOptionsText={translate('officina.form.no_options')}
      openText={translate('officina.form.open_list')}
      closeText={translate('officina.close')}
      clearText={translate('officina.form.clear')}
      renderInput={(input) => (
        <TextField {...input} variant="outlined" margin="none" label={field.title[language]} />
      )}
    />
  );
}

function SwitchFilter({ field, values, onChange }: FilterInputProps) {
  const language = useLanguage();
  return (
    <FormControlLabel
      control={
        <Switch
          checked={String(values[field.query] ?? '') === '1'}
          onChange={(_event, on) => onChange({ [field.query]: on ? '1' : undefined })}
        />
      }
      label={filterTitle(field)[language]}
    />
  );
}

function FlagFilter(props: FilterInputProps) {
  const { field, values, onChange } = props;
  const language = useLanguage();
  const translate = useTranslate();
  if (isSwitch(field)) return <SwitchFilter {...props} />;
  return (
    <TextField
      select
      label={field.title[language]}
      value={values[field.query] ?? ''}
      onChange={(event) =>
        onChange({ [field.query]: event.target.value === '' ? undefined : event.target.value })
      }
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{translate('officina.all')}</MenuItem>
      <MenuItem value="1">{translate('officina.yes')}</MenuItem>
      <MenuItem value="0">{translate('officina.no')}</MenuItem>
    </TextField>
  );
}

/** The two ends of a range, next to each other. */
function Range({ field, values, onChange, days }: FilterInputProps & { days: boolean }) {
  const language = useLanguage();
  const translate = useTranslate();
  const names = rangeOf(field.query);
  const ends = RANGE_ENDS.map((end) => ({
    name: names[end],
    label: translate(`officina.list.${end}`, { name: field.title[language] }),
  }));
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: days ? '1fr' : '1fr 1fr', gap: 1.5 }}>
      {ends.map(({ name, label }) =>
        days ? (
          <Suspense key={name} fallback={<TextField label={label} disabled />}>
            <DateInput
              id={`filter-${name}`}
              label={label}
              value={textOf(values[name])}
              onChange={(value) => onChange({ [name]: value && /^\d/.test(value) ? value : undefined })}
            />
          </Suspense>
        ) : (
          <TextField
            key={name}
            type="number"
            label={label}
            value={values[name] ?? ''}
            onChange={(event) => onChange({ [name]: event.target.value || undefined })}
            slotProps={{ htmlInput: { step: 'any' } }}
          />
        ),
      )}
    </Box>
  );
}

const DateFilter = (props: FilterInputProps) => <Range {...props} days />;
const NumberFilter = (props: FilterInputProps) => <Range {...props} days={false} />;
const FILTERS: Record<PlainKind, ComponentType<FilterInputProps>> = {
  text: TextFilter,
  note: TextFilter,
  email: TextFilter,
  uri: TextFilter,
  phone: TextFilter,
  column: TextFilter,
  integer: NumberFilter,
  decimal: NumberFilter,
  money: NumberFilter,
  quantity: NumberFilter,
  date: DateFilter,
  instant: DateFilter,
  flag: FlagFilter,
  choice: ChoiceFilter,
  reference: ReferenceFilter,
};

export function FilterInput(props: FilterInputProps) {
  const { kind } = props.field;
  if (!isPlain(kind)) return null;
  const Filter = FILTERS[kind];
  return <Filter {...props} />;
}
