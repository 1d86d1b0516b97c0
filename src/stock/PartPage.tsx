/** The page of a spare part: data, documents, stock, use, movements. */
import { useTranslate } from 'react-admin';
import { ActButton } from '../../resources/acts/ActButton.tsx';
import EntityDetail from '../../resources/screens/EntityDetail.tsx';
import type { EntityOf } from '../../schemas/catalogue.ts';
import { displayOf } from '../../schemas/entity.ts';
import type { RowOf } from '../../schemas/types.ts';
import { MovementsTab } from './MovementsTab.tsx';
import { PartInterventions } from './PartInterventions.tsx';
import { StockTab } from './StockTab.tsx';
import { useStockOf } from './stock-calls.ts';

export default function PartPage({ entity }: { entity: EntityOf<'ricambio'> }) {
  const translate = useTranslate();
  return (
    <EntityDetail
      entity={entity}
      tabs={(part) => [
        {
          key: 'giacenze',
          label: translate('officina.part.tab.stock'),
          element: <StockTab part={part} />,
          actions: <StockActions entity={entity} part={part} />,
        },
        {
          key: 'interventi',
          label: translate('officina.part.tab.interventions'),
          count: part.num_interventi,
          element: <PartInterventions idPart={part.id} />,
        },
        {
          key: 'movimentazioni',
          label: translate('officina.part.tab.movements'),
          count: part.movimentazioni,
          element: <MovementsTab idPart={part.id} />,
        },
      ]}
    />
  );
}

function StockActions({ entity, part }: { entity: EntityOf<'ricambio'>; part: RowOf<'ricambio'> }) {
  const { data = [] } = useStockOf(part.id);
  const dialog = {
    id: part.id,
    record: part,
    name: displayOf(entity, part),
    given: { id_ricambio: part.id },
  };
  return (
    <>
      <ActButton acts={['load', 'unload']} {...dialog} />
      {data.some((balance) => balance.quantita > 0) && <ActButton acts={['transfer']} {...dialog} />}
    </>
  );
}
