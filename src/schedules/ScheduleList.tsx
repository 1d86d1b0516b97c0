/** The periodic interventions: their type in its colour, and what is wrong with those that are broken. */
import { useMemo } from 'react';
import type { RowSlots } from '../../resources/list/ListSlots.ts';
import EntityList from '../../resources/screens/EntityList.tsx';
import type { Entity } from '../../schemas/entity.ts';
import { useTypeNames } from './calls.ts';
import { FaultCell, typeCell } from './cells.tsx';

export default function ScheduleList({ entity }: { entity: Entity }) {
  const names = useTypeNames();
  const rows = useMemo(
    (): RowSlots => ({ cells: { id_tipo_guasto: typeCell(names), errore: FaultCell } }),
    [names],
  );
  return <EntityList entity={entity} rows={rows} />;
}
