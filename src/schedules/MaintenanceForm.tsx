/** The form of an asset in a schedule. It offers only assets of the schedule's organisation and department. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { FormSlotsContext } from '../../resources/form/FormSlots.ts';
import { withFields } from '../../resources/form/record.ts';
import EntityForm, { type FormPurpose } from '../../resources/screens/EntityForm.tsx';
import type { Entity } from '../../schemas/entity.ts';
import { assetIn } from './maintenance-address.ts';
import { MAINTENANCE_WIDGETS } from './schedule-widgets.tsx';

const SLOTS = { widgets: MAINTENANCE_WIDGETS };

export default function MaintenanceForm({ entity, purpose }: { entity: Entity; purpose: FormPurpose }) {
  const [search] = useSearchParams();
  const asset = assetIn(search);
  const shape = useMemo(
    () =>
      asset === undefined
        ? entity
        : withFields(entity, ({ name }) => (name === 'id_oggetto' ? { default: asset } : undefined)),
    [entity, asset],
  );
  return (
    <FormSlotsContext value={SLOTS}>
      <EntityForm entity={shape} purpose={purpose} />
    </FormSlotsContext>
  );
}
