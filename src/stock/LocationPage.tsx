/** The form of a location, at an address below its warehouse. */
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { useApplication } from '../../resources/context/application.tsx';
import { WhereExists } from '../../resources/form/WhereExists.tsx';
import EntityForm from '../../resources/screens/EntityForm.tsx';
import { locationIn } from './locations.ts';

export default function LocationPage() {
  const idWarehouse = Number(useParams().idMagazzino);
  const { byName } = useApplication();
  const location = byName.entity('location');
  const locationEntity = useMemo(() => locationIn(location, idWarehouse), [location, idWarehouse]);
  return (
    <WhereExists entity={byName.entity('warehouse')} id={idWarehouse}>
      <EntityForm entity={locationEntity} purpose="form" />
    </WhereExists>
  );
}
