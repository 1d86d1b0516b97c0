/** The input of a date or a timestamp, typed or picked: dd/MM/yyyy, with weeks from Monday. */
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { enUS as enTexts, itIT as itTexts } from '@mui/x-date-pickers/locales';
import { format, isValid, parseISO } from 'date-fns';
import { enGB } from 'date-fns/locale/en-GB';
import { it } from 'date-fns/locale/it';
import { useRef, useState } from 'react';
import { DAY_LENGTH } from '../../schemas/timestamps.ts';
import { useLanguage, usePlantZone } from '../context/application.tsx';
import { useZoneNote } from '../context/useZone.ts';
import { dateOf, instantOf, isoWallTime, nowIn, wallOf } from '../format/plant-time.ts';
import { READ_ONLY } from './Widget.ts';

const TEXTS = { it: itTexts, en: enTexts };
const LOCALES = { it, en: enGB };

export interface DateInputProps {
  id: string;
  label: string;
  value: string | null | undefined;
  onChange(value: string | undefined): void;
  /** Whether the value is a timestamp with its time. Otherwise it is a date. */
  withTime?: boolean;
  /** The last date that can be picked. */
  last?: string;
  required?: boolean;
  readOnly?: boolean;
  error?: boolean;
  help?: string;
}

const FIRST_YEAR = 1000;
/** The value of an incomplete date, so that saving reports it as invalid. */
const UNFINISHED = '?';

/** Returns a date, or the plant's local time of a timestamp, as a browser date that displays the same. */
const read = (value: string | null | undefined, zone: string): Date | null => {
  if (!value) return null;
  const parsed = parseISO(value);
  if (!isValid(parsed)) return null;
  return value.length > DAY_LENGTH ? dateOf(wallOf(value, zone)) : parsed;
};

function wireOf(date: Date | null, withTime: boolean, zone: string): string | undefined {
  if (date === null) return undefined;
  // A year of which only the first digits are typed is rejected.
  if (!isValid(date) || (withTime && date.getFullYear() < FIRST_YEAR)) return UNFINISHED;
  return withTime ? instantOf(isoWallTime(date), zone) : format(date, 'yyyy-MM-dd');
}

const adapters = new Map<string, typeof AdapterDateFns>();

/** Returns an adapter whose current time is that of the plant. */
function adapterOf(zone: string): typeof AdapterDateFns {
  const cached = adapters.get(zone);
  if (cached) return cached;
  class PlantDates extends AdapterDateFns {
    constructor(...args: ConstructorParameters<typeof AdapterDateFns>) {
      super(...args);
      const { date } = this;
      this.date = ((value) => (value === undefined ? dateOf(nowIn(zone)) : date(value))) as typeof date;
    }
  }
  adapters.set(zone, PlantDates);
  return PlantDates;
}

export default function DateInput(props: DateInputProps) {
  const { id, label, value, onChange, withTime = false, last, ...rest } = props;
  const language = useLanguage();
  // The picker stores incomplete dates itself. It gets a new value only if the value changes elsewhere.
  const zone = usePlantZone();
  const help = useZoneNote(rest.help, withTime);
  const [date, setDate] = useState(() => read(value, zone));
  const lastValue = useRef(value ?? undefined);
  if ((value ?? undefined) !== lastValue.current) {
    lastValue.current = value ?? undefined;
    setDate(read(value, zone));
  }
  const common = {
    label,
    value: date,
    onChange: (next: Date | null) => {
      setDate(next);
      lastValue.current = wireOf(next, withTime, zone);
      onChange(lastValue.current);
    },
    readOnly: rest.readOnly,
    maxDate: read(last, zone) ?? undefined,
    slotProps: {
      textField: {
        id,
        size: 'small' as const,
        fullWidth: true,
        variant: 'outlined' as const,
        margin: 'none' as const,
        required: rest.required,
        error: rest.error,
        helperText: help,
        sx: rest.readOnly ? READ_ONLY : undefined,
      },
      field: { clearable: !rest.readOnly },
    },
  };
  const texts = TEXTS[language].components.MuiLocalizationProvider.defaultProps.localeText;
  return (
    <LocalizationProvider dateAdapter={adapterOf(zone)} adapterLocale={LOCALES[language]} localeText={texts}>
      {withTime ? (
        <DateTimePicker {...common} format="dd/MM/yyyy HH:mm" ampm={false} />
      ) : (
        <DatePicker {...common} format="dd/MM/yyyy" />
      )}
    </LocalizationProvider>
  );
}
