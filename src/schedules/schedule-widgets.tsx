/** Form widgets for the people and assets of schedules. */

import { useMemo } from 'react';
import { useGetOne } from 'react-admin';
import { PickBox } from '../../resources/widgets/ChoiceWidget.tsx';
import { useFormScope, useWatched } from '../../resources/widgets/form-scope.ts';
import { ReferencePicker } from '../../resources/widgets/ReferencePicker.tsx';
import type { WidgetProps } from '../../resources/widgets/Widget.ts';
import { referenceOf } from '../../schemas/catalogue.ts';
import { textOf } from '../../schemas/values.ts';
import { type Named, SCHEDULES, usePeople, useTechnicians } from './schedule-calls.ts';

/** A box for a person. The stored person stays an option, even if they are no longer offered. */
function PersonBox({ people, ...props }: WidgetProps & { people: Named[] }) {
  const { stored } = useFormScope();
  const { field, value } = props;
  const storedName = stored[field.name] === value ? stored[referenceOf(field).text!] : undefined;
  const isMissing = value && storedName && !people.some(({ id }) => id === value);
  const options = isMissing ? [{ id: Number(value), descrizione: String(storedName) }, ...people] : people;
  return (
    <PickBox {...props} picks={options.map(({ id, descrizione }) => ({ value: id, text: descrizione }))} />
  );
}

const TechnicianWidget = (props: WidgetProps) => <PersonBox {...props} people={useTechnicians()} />;
const NotifiedWidget = (props: WidgetProps) => <PersonBox {...props} people={usePeople()} />;

export const SCHEDULE_WIDGETS = { id_tecnico: TechnicianWidget, id_usr_notifica: NotifiedWidget };

/** Offers the assets of the schedule's organisation and department. */
function AssetWidget({ field, value, onChange, ...rest }: WidgetProps) {
  const { stored } = useFormScope();
  const id = useWatched((row) => row.id_schedulazione ?? undefined);
  const { data: schedule } = useGetOne(SCHEDULES, { id: id! }, { enabled: id !== undefined });
  const where = useMemo(
    () => (schedule ? { organizzazione: schedule.id_organizzazione, reparto: schedule.id_reparto } : {}),
    [schedule],
  );
  const unchanged = value !== undefined && value === stored[field.name];
  return (
    <ReferencePicker
      {...rest}
      field={field}
      value={typeof value === 'number' ? [value] : []}
      storedText={unchanged ? textOf(stored.oggetto) : undefined}
      where={where}
      onChange={([next]) => onChange(next)}
    />
  );
}

export const MAINTENANCE_WIDGETS = { id_oggetto: AssetWidget };
