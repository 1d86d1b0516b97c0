import { isTimestamp } from '../../schemas/kinds.ts';
import { textOf } from '../../schemas/values.ts';
import DateInput from './Dates.tsx';
import type { WidgetProps } from './Widget.ts';

export function DateWidget({ field, value, onChange, ...rest }: WidgetProps) {
  return <DateInput {...rest} value={textOf(value)} onChange={onChange} withTime={isTimestamp(field.kind)} />;
}
