/** The spare parts: a table or a catalogue, next to the tree of warehouses. */
import EntityList from '../../resources/screens/EntityList.tsx';
import type { Entity } from '../../schemas/entity.ts';
import { PartCatalogue } from './PartCatalogue.tsx';
import { PartTable } from './PartTable.tsx';
import { ViewSwitch } from './ViewSwitch.tsx';
import { useView } from './view.ts';
import { WarehouseTree } from './WarehouseTree.tsx';

export default function PartsPage({ entity }: { entity: Entity }) {
  const { view, images } = useView();
  const table = images ? <PartTable /> : undefined;
  return (
    <EntityList
      entity={entity}
      aside={<WarehouseTree />}
      tools={<ViewSwitch />}
      body={view === 'grid' ? <PartCatalogue /> : table}
    />
  );
}
