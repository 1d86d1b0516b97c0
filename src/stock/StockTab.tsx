/** The stock of a part by place, and how much of it is available. */

import EditIcon from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { placeOfAct } from '../../resources/acts/act-draft.ts';
import { titleOf, useActs } from '../../resources/acts/offered-acts.ts';
import { useLanguage } from '../../resources/context/application.tsx';
import { replacesData } from '../../resources/feedback/advice.ts';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { Loading } from '../../resources/feedback/Loading.tsx';
import { Opening } from '../../resources/feedback/Placeholder.tsx';
import { useDraftLink } from '../../resources/form/draft-link.ts';
import { DataTable, type TableColumn } from '../../resources/list/DataTable.tsx';
import type { RowOf } from '../../schemas/types.ts';
import { StockFigures } from './StockFigures.tsx';
import { type StockRow, useStockOf } from './stock-calls.ts';
import { useAmountColumns } from './useAmountColumns.ts';

const ActDialog = lazy(() => import('../../resources/acts/ActDialog.tsx'));

const placeOf = ({ id_magazzino, id_ubicazione, id_lotto }: StockRow) => ({
  id_magazzino,
  id_ubicazione,
  id_lotto,
});

/** Returns the place of each row, and then its amounts. */
function useStockColumns(): TableColumn<StockRow>[] {
  const translate = useTranslate();
  const amounts = useAmountColumns<StockRow>();
  return [
    {
      key: 'warehouse',
      label: translate('officina.stock.warehouse'),
      value: (row) => (
        <Link component={RouterLink} to={`/dettaglio-magazzino/${row.id_magazzino}`}>
          {row.codice_magazzino} - {row.descrizione_magazzino}
        </Link>
      ),
    },
    {
      key: 'location',
      label: translate('officina.stock.location'),
      value: (row) => row.descrizione_ubicazione,
    },
    { key: 'lot', label: translate('officina.stock.lot'), value: (row) => row.descrizione_lotto },
    ...amounts,
  ];
}

export function StockTab({ part }: { part: RowOf<'ricambio'> }) {
  const translate = useTranslate();
  const language = useLanguage();
  const { data, error, refetch } = useStockOf(part.id);
  const columns = useStockColumns();
  const acts = useActs('load', 'unload');
  const [changing, setChanging] = useState<StockRow>();
  const dialogOf = (row: StockRow) => ({
    id: part.id,
    given: { id_ricambio: part.id },
    fixed: placeOf(row),
  });
  useDraftLink(({ place }) => {
    const row = data?.find((one) => acts && place === placeOfAct({ ...acts, ...dialogOf(one) }));
    if (row) setChanging(row);
    return row !== undefined;
  });
  if (replacesData(error, data)) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading height={160} />;
  return (
    <>
      <StockFigures part={part} />
      <DataTable
        label={translate('officina.part.tab.stock')}
        rows={data}
        keyOf={(row) => row.id}
        hint={translate(acts ? 'officina.stock.empty_load' : 'officina.stock.empty')}
        columns={columns}
        actions={
          acts
            ? (row) => (
                <IconButton
                  size="small"
                  aria-label={`${titleOf(acts, language)}: ${row.codice_magazzino}`}
                  onClick={() => setChanging(row)}
                >
                  <EditIcon fontSize="small" />
                </IconButton>
              )
            : undefined
        }
      />
      {acts && changing && (
        <Suspense fallback={<Opening />}>
          <ActDialog
            {...acts}
            {...dialogOf(changing)}
            record={part}
            name={part.codice ?? ''}
            onClose={() => setChanging(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
