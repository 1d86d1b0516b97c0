/** A part's code, as a link if the user has access. */
import { useApplication } from '../../../resources/context/application.tsx';
import { RecordLink } from '../../../resources/display/RecordLink.tsx';

export function PartLink({ row }: { row: { id_ricambio: number; codice: string } }) {
  const { byName } = useApplication();
  return (
    <RecordLink entity={byName.get('spare-part')} id={row.id_ricambio}>
      {row.codice}
    </RecordLink>
  );
}
