/** The planned date, with a time if the plant uses it. */

import { usePlantZone } from '../../../resources/context/application.tsx';
import { wallOf } from '../../../resources/format/plant-time.ts';
import DateInput from '../../../resources/widgets/Dates.tsx';
import { DateWidget } from '../../../resources/widgets/DateWidget.tsx';
import type { WidgetProps } from '../../../resources/widgets/Widget.ts';
import { looksLikeDay } from '../../../schemas/timestamps.ts';
import { textOf } from '../../../schemas/values.ts';
import { useFormFacts } from './FormFacts.ts';
import { beginningOf } from './first-values.ts';

/** Returns the date. A value without an offset is already in the plant's time zone. */
function dayOf(value: unknown, zone: string): string | undefined {
  if (typeof value !== 'string' || !looksLikeDay(value.slice(0, 10))) return textOf(value);
  return wallOf(value, zone).slice(0, 10);
}

export function PlannedWidget(props: WidgetProps) {
  const { setting } = useFormFacts();
  const zone = usePlantZone();
  const { value, onChange, field, ...rest } = props;
  if (setting('OdlConTimestamp') === '1') return <DateWidget {...props} />;
  return (
    <DateInput
      {...rest}
      value={dayOf(value, zone)}
      onChange={(day) => onChange(day && looksLikeDay(day) ? beginningOf(day) : day)}
    />
  );
}
