/** Finds rows of another entity by typing a code or a name: one in forms, several in filters. */

import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type HTMLAttributes, type Key, useDeferredValue, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Entity, Field, Row } from '../../schemas/entity.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { PickButton } from './PickButton.tsx';
import { type Option, useOptions } from './useOptions.ts';
import { READ_ONLY } from './Widget.ts';

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
  /** Whether several values can be chosen. */
  multiple?: boolean;
  /** Reports the chosen ids, and the row of the last choice. */
  onChange(value: number[], row?: Row): void;
  /** Filters that depend on other values of the record. */
  where?: Row;
  /** The call that returns the rows to choose from; by default the list of the entity. */
  from?: string;
  /** A row that is not offered. */
  without?: number;
  /** The name of the stored value, available without a request. */
  storedText?: string;
  required?: boolean;
  /** Whether the choice can be changed but not cleared. */
  notClearable?: boolean;
  readOnly?: boolean;
  error?: boolean;
  help?: string;
}

const NOWHERE: Row = {};

/**
 * Returns what the user can do if there are no choices: type another text, choose other values, or add the first
 * row.
 */
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

/** Returns the options for the typed text, and the chosen ones. */
function useSearch({ field, value, where = NOWHERE, from, storedText }: ReferencePickerProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const text = open ? typed : '';
  const searched = useDeferredValue(text);
  const { chosenOptions, fetching, ...found } = useOptions(field, storedText ? [] : value, {
    typed: searched,
    where,
    from,
    open,
  });
  const named: Option[] = storedText ? [{ id: value[0]!, text: storedText }] : chosenOptions;
  // A new object for the same choice would clear the text that the user is typing.
  const key = JSON.stringify(named);
  const selected = useMemo((): Option[] => JSON.parse(key), [key]);
  return {
    ...found,
    selected,
    // The visible options belong to an earlier text until the answer arrives.
    loading: fetching || searched !== text,
    open,
    setOpen,
    setTyped,
  };
}

/** Returns the properties that the boxes of one and of several values share. */
function useBox(props: ReferencePickerProps, search: ReturnType<typeof useSearch>) {
  const { id, label, where = NOWHERE, from, readOnly } = props;
  const { target, options, none, loading, open, setOpen, setTyped } = search;
  const translate = useTranslate();
  const noOptionsText = useNoOptionsText();
  const narrowed = from !== undefined || Object.keys(where).length > 0;
  return {
    id,
    options: options.filter((option) => option.id !== props.without),
    loading,
    slotProps: { listbox: { 'aria-busy': loading } },
    open: open && !readOnly,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    onInputChange: (_event: unknown, text: string, reason: string) =>
      setTyped(reason === 'input' ? text : ''),
    filterOptions: (all: Option[]) => all,
    getOptionLabel: (option: Option) => option.text,
    getOptionKey: (option: Option) => option.id,
    isOptionEqualToValue: (one: Option, other: Option) => one.id === other.id,
    readOnly,
    forcePopupIcon: !readOnly,
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
        sx={readOnly ? READ_ONLY : undefined}
        required={props.required}
        error={props.error}
        helperText={props.help}
        placeholder={open ? translate('officina.form.find') : undefined}
      />
    ),
  };
}

export function ReferencePicker(props: ReferencePickerProps) {
  const { label, value, multiple = false, onChange, where = NOWHERE, from } = props;
  const search = useSearch(props);
  const { target, selected, rowOf } = search;
  const common = useBox(props, search);
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
