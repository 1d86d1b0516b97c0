/** A picker for the technicians who see the asset. */
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import type { Person } from '../calls/intervention-calls.ts';

interface TechnicianPickerProps {
  label: string;
  people: Person[];
  value: Person | null;
  onChange(person: Person | null): void;
  required?: boolean;
  error?: string;
}

export function TechnicianPicker({ label, people, value, onChange, required, error }: TechnicianPickerProps) {
  const translate = useTranslate();
  return (
    <Autocomplete
      options={people}
      value={value}
      onChange={(_event, next) => onChange(next)}
      getOptionLabel={(person) => person.descrizione}
      getOptionKey={(person) => person.id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      size="small"
      noOptionsText={translate('officina.interventions.detail.no_technicians')}
      openText={translate('officina.form.open_list')}
      closeText={translate('officina.close')}
      clearText={translate('officina.form.clear')}
      renderInput={(input) => (
        <TextField
          {...input}
          required={required}
          variant="outlined"
          margin="none"
          label={label}
          error={error !== undefined}
          helperText={error}
        />
      )}
    />
  );
}
