/** A spare part: its sheet, its documents, where it lies, who used it, how it moved. */

import SwapIcon from '@mui/icons-material/SwapHoriz';
import UnarchiveIcon from '@mui/icons-material/UnarchiveOutlined';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { HeaderButton } from '../../resources/form/FormHeader.tsx';
import { useHouse } from '../../resources/House.tsx';
import EntityDetail from '../../resources/screens/EntityDetail.tsx';
import type { EntityOf } from '../../schemas/catalogue.ts';
import { displayOf } from '../../schemas/entity.ts';
import type { RowOf } from '../../schemas/types.ts';
import { useStockOf } from './calls.ts';
import { MovementsTab } from './MovementsTab.tsx';
import { PartInterventions } from './PartInterventions.tsx';
import { StockTab } from './StockTab.tsx';

const MovementDialog = lazy(() => import('./MovementDialog.tsx'));
const TransferDialog = lazy(() => import('./TransferDialog.tsx'));

export default function PartPage({ entity }: { entity: EntityOf<'ricambio'> }) {
  const translate = useTranslate();
  const { may } = useHouse();
  const changes = may(entity.access.write);
  return (
    <EntityDetail
      entity={entity}
      tabs={(part) => [
        {
          key: 'giacenze',
          label: translate('officina.part.tab.stock'),
          element: <StockTab part={part} changes={changes} />,
          actions: changes && <StockActions entity={entity} part={part} />,
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

function StockActions({ entity, part: row }: { entity: EntityOf<'ricambio'>; part: RowOf<'ricambio'> }) {
  const translate = useTranslate();
  const [open, setOpen] = useState<'move' | 'transfer'>();
  const { data = [] } = useStockOf(row.id);
  const part = {
    id: row.id,
    name: displayOf(entity, row),
    unit: row.unita_di_misura,
  };
  const close = () => setOpen(undefined);
  return (
    <>
      <HeaderButton
        label={translate('officina.stock.move')}
        startIcon={<UnarchiveIcon />}
        onClick={() => setOpen('move')}
        aria-haspopup="dialog"
      />
      {data.some((balance) => balance.quantita > 0) && (
        <HeaderButton
          label={translate('officina.stock.transfer')}
          startIcon={<SwapIcon />}
          onClick={() => setOpen('transfer')}
          aria-haspopup="dialog"
        />
      )}
      {open && (
        <Suspense fallback={null}>
          {open === 'move' ? (
            <MovementDialog part={part} onClose={close} />
          ) : (
            <TransferDialog part={part} rows={data} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  );
}
