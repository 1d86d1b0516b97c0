/** The filters of the ranking: assets, period, number and order. They apply when the user submits them. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useApplication, usePlantZone } from '../../resources/context/application.tsx';
import { todayIn } from '../../resources/format/plant-time.ts';
import { FilterInput } from '../../resources/list/FilterInput.tsx';
import DateInput from '../../resources/widgets/Dates.tsx';
import type { Field } from '../../schemas/entity.ts';
import type { ReportParameters } from './reliability-calls.ts';
import { initialParameters, rangeOf, withPeriodType, withRange } from './reliability-query.ts';

/** The properties of an asset that filter, with their query parameters. */
const REFERENCES: Record<string, string> = {
  id_organizzazione: 'idOrganizzazione',
  id_reparto: 'idReparto',
  id_classe: 'idClasseObj',
  id_tipo_asset_critico: 'idTipoAssetCritico',
};

interface FiltersProps {
  parameters: ReportParameters;
  /** The server's errors by parameter. */
  errors: Record<string, string>;
  onApply(parameters: ReportParameters): void;
}

export function Filters({ parameters, errors, onApply }: FiltersProps) {
  const translate = useTranslate();
  const today = todayIn(usePlantZone());
  const fields = useReferences();
  const [draft, setDraft] = useDraft(parameters);
  const change = (changes: ReportParameters) => setDraft((before) => ({ ...before, ...changes }));
  return (
    <Paper
      component="form"
      role="search"
      variant="outlined"
      aria-label={translate('officina.list.filters')}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(draft);
      }}
      sx={{ p: 1.5, display: 'grid', gap: 1.5 }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' },
        }}
      >
        {fields.map((field) => (
          <FilterInput
            key={field.name}
            field={field}
            values={draft}
            onChange={(changes) => change(changes as ReportParameters)}
          />
        ))}
        <PeriodInputs draft={draft} errors={errors} onChange={setDraft} />
        <Choice name="orderBy" values={['MTBF', 'MTTR']} draft={draft} onChange={change} />
        <NumberBox
          name="count"
          value={draft.numberOfSortedObjects}
          error={errors.numberOfSortedObjects}
          onChange={(numberOfSortedObjects) => change({ numberOfSortedObjects })}
        />
        <Choice name="viewType" values={['tree', 'list']} draft={draft} onChange={change} />
        <Actions
          onReset={() => {
            setDraft(initialParameters(today));
            onApply(initialParameters(today));
          }}
        />
      </Box>
    </Paper>
  );
}

/** Returns the filters while the user edits them. They are reset when the address changes. */
function useDraft(parameters: ReportParameters) {
  const current = JSON.stringify(parameters);
  const [previous, setPrevious] = useState(current);
  const [draft, setDraft] = useState(parameters);
  if (current !== previous) {
    setPrevious(current);
    setDraft(parameters);
  }
  return [draft, setDraft] as const;
}

function Actions({ onReset }: { onReset(): void }) {
  const translate = useTranslate();
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'flex-end',
        gap: 1,
        gridColumn: { xs: '1 / -1', lg: '-3 / -1' },
        '& button': { minHeight: { xs: 48, md: 36 } },
      }}
    >
      <Button onClick={onReset}>{translate('officina.list.reset_filters')}</Button>
      <Button type="submit" variant="contained">
        {translate('officina.reliability.compute')}
      </Button>
    </Box>
  );
}

function useReferences(): Field[] {
  const asset = useApplication().byName.entity('asset');
  return Object.entries(REFERENCES).flatMap(([name, query]) => {
    const field = asset.field(name);
    return field ? [{ ...field, query }] : [];
  });
}

interface ChoiceProps {
  name: string;
  values: string[];
  draft: ReportParameters;
  onChange(changes: ReportParameters): void;
}

function Choice({ name, values, draft, onChange }: ChoiceProps) {
  const translate = useTranslate();
  return (
    <TextField
      select
      label={translate(`officina.reliability.filter.${name}`)}
      value={draft[name] ?? values[0]}
      onChange={(event) => onChange({ [name]: event.target.value })}
    >
      {values.map((value) => (
        <MenuItem key={value} value={value}>
          {translate(`officina.reliability.${name}.${value}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface NumberBoxProps {
  name: string;
  value: string | undefined;
  error: string | undefined;
  onChange(value: string | undefined): void;
}

function NumberBox({ name, value, error, onChange }: NumberBoxProps) {
  const translate = useTranslate();
  return (
    <TextField
      label={translate(`officina.reliability.filter.${name}`)}
      value={value ?? ''}
      error={Boolean(error)}
      helperText={error}
      onChange={(event) => onChange(event.target.value || undefined)}
      slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4 } }}
    />
  );
}

interface PeriodInputsProps {
  draft: ReportParameters;
  errors: Record<string, string>;
  onChange(draft: ReportParameters): void;
}

function PeriodInputs({ draft, errors, onChange }: PeriodInputsProps) {
  const translate = useTranslate();
  const today = todayIn(usePlantZone());
  const [start, end] = rangeOf(draft);
  const day = (value: string | undefined): string => value ?? '';
  return (
    <>
      <TextField
        select
        label={translate('officina.reliability.filter.period_type')}
        value={draft.tipoPeriodo ?? ''}
        onChange={(event) => onChange(withPeriodType(draft, event.target.value, today))}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        {['', 'Y', 'P'].map((value) => (
          <MenuItem key={value} value={value}>
            {translate(`officina.reliability.period_type.${value || 'none'}`)}
          </MenuItem>
        ))}
      </TextField>
      {draft.tipoPeriodo === 'Y' && (
        <NumberBox
          name="year"
          value={draft.anno}
          error={errors.anno}
          onChange={(anno) => onChange({ ...draft, anno })}
        />
      )}
      {draft.tipoPeriodo === 'P' && (
        <>
          <DateInput
            id="reliability-from"
            label={translate('officina.reliability.filter.from')}
            value={start}
            error={Boolean(errors.periodo)}
            help={errors.periodo}
            onChange={(value) => onChange(withRange(draft, [day(value), end]))}
          />
          <DateInput
            id="reliability-to"
            label={translate('officina.reliability.filter.to')}
            value={end}
            error={Boolean(errors.periodo)}
            onChange={(value) => onChange(withRange(draft, [start, day(value)]))}
          />
        </>
      )}
    </>
  );
}
