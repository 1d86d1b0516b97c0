/** The list of schedules, with the intervention type in its colour and the error of broken schedules. */
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { RowSlots } from '../../resources/list/row-slots.ts';
import EntityList from '../../resources/screens/EntityList.tsx';
import type { Entity } from '../../schemas/entity.ts';
import { useTypeNames } from './schedule-calls.ts';
import { FaultCell, typeCell, unitCell } from './schedule-cells.tsx';

export default function ScheduleList({ entity }: { entity: Entity }) {
  const names = useTypeNames();
  const translate = useTranslate();
  const rows = useMemo(
    (): RowSlots => ({
      cells: { id_tipo_guasto: typeCell(names), unita_misura: unitCell(translate), errore: FaultCell },
    }),
    [names, translate],
  );
  return <EntityList entity={entity} rows={rows} />;
}
