/** The form of an asset in a schedule. It offers only assets of the schedule's organisation and department. */
import { FormSlotsContext } from '../../resources/form/FormSlots.ts';
import EntityForm, { type FormPurpose } from '../../resources/screens/EntityForm.tsx';
import type { Entity } from '../../schemas/entity.ts';
import { MAINTENANCE_WIDGETS } from './schedule-widgets.tsx';

const SLOTS = { widgets: MAINTENANCE_WIDGETS };

export default function MaintenanceForm(props: { entity: Entity; purpose: FormPurpose }) {
  return (
    <FormSlotsContext value={SLOTS}>
      <EntityForm {...props} />
    </FormSlotsContext>
  );
}
