/** Whom and what a schedule's forms offer to choose. */

import { useMemo } from 'react';
import { useGetOne } from 'react-admin';
import { PickBox } from '../../resources/widgets/ChoiceWidget.tsx';
import { useFormScope, useWatched } from '../../resources/widgets/form-scope.ts';
import { ReferencePicker } from '../../resources/widgets/ReferencePicker.tsx';
import type { WidgetProps } from '../../resources/widgets/Widget.ts';
import { referenceOf } from '../../schemas/catalogue.ts';
import { textOf } from '../../schemas/values.ts';
import { type Named, SCHEDULES, usePeople, useTechnicians } from './schedule-calls.ts';

/** Who is named already stays, also when he would not be offered any more. */
function PersonBox({ people, ...props }: WidgetProps & { people: Named[] }) {
  const { stored } = useFormScope();
  const { field, value } = props;
  const named = stored[field.name] === value ? stored[referenceOf(field).text!] : undefined;
  const gone = value && named && !people.some(({ id }) => id === value);
  const all = gone ? [{ id: Number(value), descrizione: String(named) }, ...people] : people;
  return <PickBox {...props} picks={all.map(({ id, descrizione }) => ({ value: id, text: descrizione }))} />;
}

const TechnicianWidget = (props: WidgetProps) => <PersonBox {...props} people={useTechnicians()} />;
const NotifiedWidget = (props: WidgetProps) => <PersonBox {...props} people={usePeople()} />;

export const SCHEDULE_WIDGETS = { id_tecnico: TechnicianWidget, id_usr_notifica: NotifiedWidget };

/** The assets of the schedule's organisation and department. */
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
