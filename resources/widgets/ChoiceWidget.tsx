/** One of a few values; above ten they can be searched. */
import Autocomplete from '@mui/material/Autocomplete';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../House.tsx';
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

export function PickBox({ picks, ...props }: WidgetProps & { picks: Pick[]; loading?: boolean }) {
  return isSearched(picks) ? <SearchedBox {...props} picks={picks} /> : <ShortBox {...props} picks={picks} />;
}

function ShortBox({ picks, ...props }: WidgetProps & { picks: Pick[] }) {
  const { id, value, onChange, required, readOnly } = props;
  const translate = useTranslate();
  const known = picks.some((pick) => pick.value === value);
  return (
    <TextField
      {...boxOf(props)}
      select
      id={id}
      value={known ? value : ''}
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

function SearchedBox({ picks, ...props }: WidgetProps & { picks: Pick[] }) {
  const { id, value, onChange, required, readOnly } = props;
  const translate = useTranslate();
  return (
    <Autocomplete
      id={id}
      size="small"
      options={picks}
      value={picks.find((pick) => pick.value === value) ?? null}
      onChange={(_event, pick) => onChange(pick?.value)}
      getOptionLabel={(pick) => pick.text}
      getOptionKey={(pick) => pick.value}
      readOnly={readOnly}
      forcePopupIcon={!readOnly}
      disableClearable={required as false}
      noOptionsText={translate('officina.form.no_options')}
      openText={translate('officina.form.open_list')}
      closeText={translate('officina.close')}
      clearText={translate('officina.form.clear')}
      renderInput={(input) => <TextField {...input} {...boxOf(props)} />}
    />
  );
}
