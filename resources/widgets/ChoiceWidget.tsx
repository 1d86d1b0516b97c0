/** The widget of a field with a few values. If there are more than ten, they can be searched. */
import Autocomplete from '@mui/material/Autocomplete';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../context/application.tsx';
import { boxOf, isSearched, type WidgetProps } from './Widget.ts';

export interface Pick {
  value: string | number;
  text: string;
}

export function ChoiceWidget(props: WidgetProps) {
  const language = useLanguage();
  const picks = (props.field.choices ?? []).map((choice) => ({
    value: choice.value,
    text: choice.title[language],
  }));
  return <PickBox {...props} picks={picks} />;
}

interface PickBoxProps extends WidgetProps {
  picks: Pick[];
  /** Whether the values can be searched even if there are few. */
  searched?: boolean;
  /** A text that is not one of the values, if the field allows one. */
  typed?: { text: string | undefined; put(text: string | undefined): void };
  /** Whether the field is disabled until the values are read. */
  waits?: boolean;
}

export const PickBox = ({ searched, ...props }: PickBoxProps) =>
  searched || isSearched(props.picks) ? <SearchedBox {...props} /> : <ShortBox {...props} />;

function ShortBox({ picks, typed: _, waits: __, ...props }: PickBoxProps) {
  const { id, value, onChange, required, readOnly } = props;
  const translate = useTranslate();
  const isListed = picks.some((pick) => pick.value === value);
  return (
    <TextField
      {...boxOf(props)}
      select
      id={id}
      value={isListed ? value : ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      slotProps={{
        select: { readOnly, SelectDisplayProps: { id }, ...(readOnly && { IconComponent: () => null }) },
        htmlInput: { id: `${id}-value` },
      }}
    >
      {!required && (
        <MenuItem value="">
          <em>{translate('officina.form.none')}</em>
        </MenuItem>
      )}
      {picks.map((pick) => (
        <MenuItem key={pick.value} value={pick.value}>
          {pick.text}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The value of a text that is not one of the picks. */
const NONE_OF_THEM = '';
const keyOf = (pick: Pick | string) => (typeof pick === 'string' ? NONE_OF_THEM : pick.value);

function SearchedBox({ picks, typed, waits, ...props }: PickBoxProps) {
  const { id, value, onChange, required, readOnly } = props;
  const translate = useTranslate();
  const typedPick = typed?.text ? { value: NONE_OF_THEM, text: typed.text } : null;
  const take = (pick: Pick | string | null) => {
    const text = typeof pick === 'string' ? pick.trim() : '';
    const matches = (option: Pick) => option.text.toLowerCase() === text.toLowerCase();
    const found = typeof pick === 'string' ? picks.find(matches) : pick;
    onChange(found?.value);
    typed?.put(found || text === '' ? undefined : text);
  };
  return (
    <Autocomplete
      id={id}
      size="small"
      freeSolo={typed !== undefined}
      disabled={waits}
      options={picks}
      value={picks.find((pick) => pick.value === value) ?? typedPick}
      onChange={(_event, pick) => take(pick)}
      onInputChange={(_event, text, reason) => typed && reason === 'input' && take(text)}
      getOptionLabel={(pick) => (typeof pick === 'string' ? pick : pick.text)}
      getOptionKey={keyOf}
      isOptionEqualToValue={(one, other) => keyOf(one) === keyOf(other)}
      readOnly={readOnly}
      forcePopupIcon={typed ? 'auto' : !readOnly}
      disableClearable={required as false}
      noOptionsText={translate('officina.form.no_options')}
      openText={translate('officina.form.open_list')}
      closeText={translate('officina.close')}
      clearText={translate('officina.form.clear')}
      renderInput={(input) => <TextField {...input} {...boxOf(props)} />}
    />
  );
}
