/** The list of mail templates: refusals of the server are in a dialog, as in the form. */
import { RefusalsInDialog } from '../../resources/feedback/refusals-in-dialog.ts';
import EntityList from '../../resources/screens/EntityList.tsx';
import type { Entity } from '../../schemas/entity.ts';

export default function TemplateList({ entity }: { entity: Entity }) {
  return (
    <RefusalsInDialog value={true}>
      <EntityList entity={entity} />
    </RefusalsInDialog>
  );
}
