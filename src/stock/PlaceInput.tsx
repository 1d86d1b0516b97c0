/** A location or a lot: one that exists, picked by name, or a new one typed where that is allowed. */
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import type { Place } from './calls.ts';

/** `id` of one that exists, or the text of a new one. */
export interface ChosenPlace {
  id?: number;
  text: string;
}

interface PlaceInputProps {
  id: string;
  label: string;
  /** Undefined until they are known. */
  places: Place[] | undefined;
  value: ChosenPlace | undefined;
  onChange(value: ChosenPlace | undefined): void;
  /** A new one may be typed. */
  creates: boolean;
  disabled: boolean;
  error?: string;
}

export function PlaceInput({
  id,
  label,
  places,
  value,
  onChange,
  creates,
  disabled,
  error,
}: PlaceInputProps) {
  const translate = useTranslate();
  const only = places?.length === 1 ? places[0] : undefined;
  // The single one there is chooses itself; what a person has chosen, or taken away, stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the choices change.
  useEffect(() => {
    if (only && value === undefined) onChange({ id: only.id, text: only.descrizione });
  }, [only?.id]);
  const find = (text: string): ChosenPlace | undefined => {
    const typed = text.trim();
    if (typed === '') return undefined;
    const known = places?.find((place) => place.descrizione.toLowerCase() === typed.toLowerCase());
    return known ? { id: known.id, text: known.descrizione } : { text: typed };
  };
  const isNew = value !== undefined && value.id === undefined;
  return (
    <Autocomplete
      id={id}
      size="small"
      freeSolo={creates}
      disabled={disabled}
      options={places ?? []}
      getOptionLabel={(option) => (typeof option === 'string' ? option : option.descrizione)}
      getOptionKey={(option) => (typeof option === 'string' ? option : option.id)}
      isOptionEqualToValue={(one, other) => (one as Place).id === (other as Place).id}
      value={value ? { id: value.id ?? -1, descrizione: value.text } : null}
      onChange={(_event, next) => onChange(find(typeof next === 'string' ? next : (next?.descrizione ?? '')))}
      onInputChange={(_event, text, reason) => {
        if (creates && reason === 'input') onChange(find(text));
      }}
      noOptionsText={translate('officina.form.no_options')}
      openText={translate('officina.form.open_list')}
      closeText={translate('officina.close')}
      clearText={translate('officina.form.clear')}
      renderInput={(input) => (
        <TextField
          {...input}
          label={label}
          variant="outlined"
          margin="none"
          error={error !== undefined}
          helperText={error ?? (isNew ? translate('officina.stock.new_place') : undefined)}
        />
      )}
    />
  );
}
