/** Finds rows of another entity by typing a code or a name: one in forms, several in filters. */

import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type HTMLAttributes, type Key, useDeferredValue, useMemo, useState } from 'react';
import { useDataProvider, useGetList, useGetMany, useTranslate } from 'react-admin';
import type { OfficinaProvider } from '../../dataProvider/provider.ts';
import { idOf, referenceOf } from '../../schemas/catalogue.ts';
import {
  displayColumns,
  displayOf,
  type Entity,
  type Field,
  type Language,
  type Row,
  type Text,
} from '../../schemas/entity.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { fitting } from '../hierarchy/nodes.ts';
import { PickButton } from './PickButton.tsx';
import { READ_ONLY } from './Widget.ts';

export interface Option {
  id: number;
  text: string;
  /** The code, if the name does not contain it. */
  code?: string;
}

const OPTIONS = 20;

const optionOf = (target: Entity, row: Row, language: Language): Option => {
  const key = target.key?.[0];
  const code = key && !displayColumns(target.display).includes(key) ? String(row[key] ?? '') : undefined;
  return {
    id: idOf(target, row),
    text: displayOf(target, row, language) || code || String(row[target.id]),
    code,
  };
};

const noneOption = (none: Text | undefined, language: Language): Option[] =>
  none ? [{ id: -1, text: none[language] }] : [];

interface Found {
  error: unknown;
  data?: Row[];
  isFetching: boolean;
}

/** Returns the rows that the field's own call answers for the typed text. */
function useRowsFrom(from: string | undefined, typed: string, open: boolean): Found {
  const provider = useDataProvider<OfficinaProvider>();
  return useQuery({
    queryKey: ['choices', from, typed],
    queryFn: async () => {
      const search = `filtro=${encodeURIComponent(typed)}&pag=1&max_rows=${OPTIONS}`;
      return provider.choices(`${from}${from?.includes('?') ? '&' : '?'}${search}`);
    },
    enabled: open && from !== undefined,
    placeholderData: keepPreviousData,
  });
}

interface Search {
  typed: string;
  where: Row;
  from: string | undefined;
  open: boolean;
}

/** Returns the options for the typed text, and the chosen rows with their names. */
function useOptions(field: Field, chosen: number[], { typed, where, from, open }: Search) {
  const language = useLanguage();
  const reference = referenceOf(field);
  const target = useApplication().byResource.get(reference.resource);
  const none = useMemo(() => noneOption(reference.none, language), [reference.none, language]);
  const ids = chosen.filter((id) => id !== -1);
  const named = useGetMany(reference.resource, { ids }, { enabled: ids.length > 0 && target !== undefined });
  const listed: Found = useGetList(
    reference.resource,
    {
      pagination: { page: 1, perPage: OPTIONS },
      sort: target && { field: target.sort[0], order: target.sort[1] },
      filter: { ...(target && fitting(target, where)), filtro: typed || undefined },
    },
    {
      enabled: open && target !== undefined && from === undefined,
      placeholderData: (previous) => previous,
    },
  );
  const answered = useRowsFrom(from, typed, open);
  const found = from === undefined ? listed : answered;
  const fits = (option: Option): boolean => option.text.toLowerCase().includes(typed.toLowerCase());
  const rows = target ? (found.data ?? []).map((row) => optionOf(target, row, language)) : [];
  const names = target
    ? (named.data ?? []).filter(Boolean).map((row) => optionOf(target, row, language))
    : [];
  const knownOptions = [...none, ...names, ...rows];
  return {
    options: [...none.filter(fits), ...rows],
    rowOf: (id: number) => found.data?.find((row) => target && idOf(target, row) === id),
    chosenOptions: chosen.map(
      (id) =>
        knownOptions.find((option) => option.id === id) ?? { id, text: named.isLoading ? '…' : `#${id}` },
    ),
    fetching: found.isFetching,
    /** Nothing was typed, and there are no rows. */
    none: typed === '' && found.error === null && found.data?.length === 0,
  };
}

const renderOption = ({ key, ...item }: HTMLAttributes<HTMLLIElement> & { key: Key }, option: Option) => (
  <li key={key} {...item}>
    <Box>
      {option.text}{' '}
      {option.code && (
        <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 1 }}>
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
  /** Several values instead of one. */
  multiple?: boolean;
  /** Reports the ids, and the row of the last choice. */
  onChange(value: number[], row?: Row): void;
  /** Filters from other values of the record. */
  where?: Row;
  /** The call that answers the rows to choose from; by default the list of the entity. */
  from?: string;
  /** A row that is not offered. */
  without?: number;
  /** The name of the stored value, available without a request. */
  storedText?: string;
  required?: boolean;
  /** The choice can be changed but not cleared. */
  notClearable?: boolean;
  readOnly?: boolean;
  error?: boolean;
  help?: string;
}

const NOWHERE: Row = {};

/** Returns what to do if nothing is offered: type another text, choose other values, or add the first row. */
function useNoOptionsText(): (none: Entity | undefined | false, narrowed: boolean) => string {
  const translate = useTranslate();
  const language = useLanguage();
  const { may } = useApplication();
  return (none, narrowed) => {
    if (!none) return translate('officina.form.no_options');
    if (narrowed) return translate('officina.form.nothing_fits');
    const adds = none.calls.includes('create') && may(none.access.create);
    return translate(`officina.form.nothing_yet${adds ? '' : '_read'}`, { name: none.titles[language] });
  };
}

export function ReferencePicker(props: ReferencePickerProps) {
  const { field, id, label, value, multiple = false, onChange, where = NOWHERE, from, storedText } = props;
  const translate = useTranslate();
  const target = useApplication().byResource.get(referenceOf(field).resource);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const text = open ? typed : '';
  const searched = useDeferredValue(text);
  const { options, rowOf, chosenOptions, fetching, none } = useOptions(field, storedText ? [] : value, {
    typed: searched,
    where,
    from,
    open,
  });
  const noOptionsText = useNoOptionsText();
  const narrowed = from !== undefined || Object.keys(where).length > 0;
  // The visible options belong to an earlier text until the answer arrives.
  const loading = fetching || searched !== text;
  const named: Option[] = storedText ? [{ id: value[0]!, text: storedText }] : chosenOptions;
  // A new object for the same choice would clear what is being typed.
  const key = JSON.stringify(named);
  const selected = useMemo((): Option[] => JSON.parse(key), [key]);
  const common = {
    id,
    options: options.filter((option) => option.id !== props.without),
    loading,
    slotProps: { listbox: { 'aria-busy': loading } },
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
    disableClearable: props.notClearable as false,
    size: 'small' as const,
    fullWidth: true,
    loadingText: translate('officina.loading'),
    noOptionsText: noOptionsText(none && target, narrowed),
    openText: translate('officina.form.open_list'),
    closeText: translate('officina.close'),
    clearText: translate('officina.form.clear'),
    renderOption,
    renderInput: (input: object) => (
      <TextField
        {...input}
        label={label}
        sx={props.readOnly ? READ_ONLY : undefined}
        required={props.required}
        error={props.error}
        helperText={props.help}
        placeholder={open ? translate('officina.form.find') : undefined}
      />
    ),
  };
  const box = multiple ? (
    <Autocomplete
      {...common}
      multiple
      value={selected}
      onChange={(_event, next) => onChange(next.map((option) => option.id))}
    />
  ) : (
    <Autocomplete
      {...common}
      value={selected[0] ?? null}
      onChange={(_event, next) => onChange(next ? [next.id] : [], next ? rowOf(next.id) : undefined)}
    />
  );
  if (!target?.hierarchy || props.readOnly) return box;
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5, width: '100%' }}>
      {box}
      <PickButton
        entity={target}
        label={label}
        from={from}
        where={Object.keys(where).length > 0 ? where : undefined}
        chosen={value}
        multiple={multiple}
        onChange={onChange}
      />
    </Box>
  );
}
