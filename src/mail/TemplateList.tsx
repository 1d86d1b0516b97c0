/** The list of mail templates. A dialog displays refusals of the server, as in the form. */
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
