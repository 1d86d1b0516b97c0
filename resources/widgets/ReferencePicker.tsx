/** Finds rows elsewhere by typing code or name. Used in forms for one, in filters for several. */
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type HTMLAttributes, type Key, useDeferredValue, useMemo, useState } from 'react';
import { useGetList, useGetMany, useTranslate } from 'react-admin';
import {
  displayColumns,
  displayOf,
  type Entity,
  type Field,
  type Row,
  type Text,
} from '../../schemas/entity.ts';
import { useHouse, useLanguage } from '../House.tsx';
import { READ_ONLY } from './Widget.ts';

export interface Option {
  id: number;
  text: string;
  /** The code, where the name alone does not show it. */
  code?: string;
}

const OPTIONS = 20;

const optionOf = (target: Entity, row: Row): Option => {
  const key = target.key?.[0];
  const code = key && !displayColumns(target.display).includes(key) ? String(row[key] ?? '') : undefined;
  return {
    id: row[target.id] as number,
    text: displayOf(target, row) || code || String(row[target.id]),
    code,
  };
};

const noneOption = (none: Text | undefined, language: 'it' | 'en'): Option[] =>
  none ? [{ id: -1, text: none[language] }] : [];

/** Options for what is typed, and the chosen ones by name. */
function useOptions(field: Field, chosen: number[], typed: string, where: Row, open: boolean) {
  const language = useLanguage();
  const reference = field.reference!;
  const target = useHouse().byResource.get(reference.resource);
  const none = useMemo(() => noneOption(reference.none, language), [reference.none, language]);
  const asked = chosen.filter((id) => id !== -1);
  const named = useGetMany(
    reference.resource,
    { ids: asked },
    { enabled: asked.length > 0 && target !== undefined },
  );
  const found = useGetList(
    reference.resource,
    {
      pagination: { page: 1, perPage: OPTIONS },
      sort: target && { field: target.sort[0], order: target.sort[1] },
      filter: { ...where, filtro: typed || undefined },
    },
    { enabled: open && target !== undefined, placeholderData: (previous) => previous },
  );
  const fits = (option: Option): boolean => option.text.toLowerCase().includes(typed.toLowerCase());
  const rows = target ? (found.data ?? []).map((row) => optionOf(target, row)) : [];
  const names = target ? (named.data ?? []).filter(Boolean).map((row) => optionOf(target, row)) : [];
  const known = [...none, ...names, ...rows];
  return {
    options: [...none.filter(fits), ...rows],
    chosenOptions: chosen.map((id) => known.find((one) => one.id === id) ?? { id, text: `#${id}` }),
    loading: found.isFetching,
    pendingNames: named.isLoading,
  };
}

const renderOption = ({ key, ...item }: HTMLAttributes<HTMLLIElement> & { key: Key }, option: Option) => (
  <li key={key} {...item}>
    <Box>
      {option.text}{' '}
      {option.code && (
        <Typography component="span" variant="body2" color="text.secondary" sx={{ ml: 1 }}>
          {option.code}
        </Typography>
      )}
    </Box>
  </li>
);

interface ReferencePickerProps {
  field: Field;
  id: string;
  label: string;
  value: number[];
  /** One value, or several. */
  multiple?: boolean;
  onChange(value: number[]): void;
  /** Filters that the other values of the record set. */
  where?: Row;
  /** The name of the stored value, known before it is asked for. */
  knownText?: string;
  required?: boolean;
  readOnly?: boolean;
  error?: boolean;
  help?: string;
}

const NOWHERE: Row = {};

export function ReferencePicker(props: ReferencePickerProps) {
  const { field, id, label, value, multiple = false, onChange, where = NOWHERE, knownText } = props;
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const asked = useDeferredValue(open ? typed : '');
  const { options, chosenOptions, loading } = useOptions(field, knownText ? [] : value, asked, where, open);
  const named: Option[] = knownText ? [{ id: value[0]!, text: knownText }] : chosenOptions;
  // A new object for the same choice would make the box forget what is being typed.
  const key = JSON.stringify(named);
  const shown = useMemo((): Option[] => JSON.parse(key), [key]);
  const common = {
    id,
    options,
    loading,
    open: open && !props.readOnly,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    onInputChange: (_event: unknown, text: string, reason: string) =>
      setTyped(reason === 'input' ? text : ''),
    filterOptions: (all: Option[]) => all,
    getOptionLabel: (option: Option) => option.text,
    getOptionKey: (option: Option) => option.id,
    isOptionEqualToValue: (one: Option, other: Option) => one.id === other.id,
    readOnly: props.readOnly,
    forcePopupIcon: !props.readOnly,
    size: 'small' as const,
    fullWidth: true,
    loadingText: translate('officina.loading'),
    noOptionsText: translate('officina.form.no_options'),
    openText: translate('officina.form.open_list'),
    closeText: translate('officina.close'),
    clearText: translate('officina.form.clear'),
    renderOption,
    renderInput: (input: object) => (
      <TextField
        {...input}
        label={label}
        variant="outlined"
        margin="none"
        sx={props.readOnly ? READ_ONLY : undefined}
        required={props.required}
        error={props.error}
        helperText={props.help}
        placeholder={open ? translate('officina.form.find') : undefined}
      />
    ),
  };
  if (multiple)
    return (
      <Autocomplete
        {...common}
        multiple
        value={shown}
        onChange={(_event, next) => onChange(next.map((option) => option.id))}
      />
    );
  return (
    <Autocomplete
      {...common}
      value={shown[0] ?? null}
      onChange={(_event, next) => onChange(next ? [next.id] : [])}
    />
  );
}
