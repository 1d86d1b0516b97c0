/** A location, new or changed, at the address of its warehouse. */
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { useHouse } from '../../resources/context/application.tsx';
import EntityForm from '../../resources/screens/EntityForm.tsx';
import { locationIn } from './locations.ts';

export default function LocationPage() {
  const idWarehouse = Number(useParams().idMagazzino);
  const location = useHouse().byName.entity('location');
  const own = useMemo(() => locationIn(location, idWarehouse), [location, idWarehouse]);
  return <EntityForm entity={own} purpose="form" />;
}
