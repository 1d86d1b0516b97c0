/** The page of a warehouse: data, documents, stock, locations. */

import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import { useTranslate } from 'react-admin';
import { Link as RouterLink, useNavigate } from 'react-router';
import { ActButton } from '../../resources/acts/ActButton.tsx';
import { useApplication } from '../../resources/context/application.tsx';
import { replacesData } from '../../resources/feedback/advice.ts';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { Loading } from '../../resources/feedback/Loading.tsx';
import { HeaderLink } from '../../resources/form/FormHeader.tsx';
import { DataTable, type TableColumn } from '../../resources/list/DataTable.tsx';
import { useDeleteOne } from '../../resources/removal/useDelete.tsx';
import EntityDetail from '../../resources/screens/EntityDetail.tsx';
import { type EntityOf, routeOf } from '../../schemas/catalogue.ts';
import { displayOf, type Entity, type Row } from '../../schemas/entity.ts';
import { locationIn } from './locations.ts';
import { type Place, type TotalRow, useLocations, useStockChanged, useTotals } from './stock-calls.ts';
import { useAmountColumns } from './useAmountColumns.ts';

export default function WarehousePage({ entity }: { entity: EntityOf<'magazzino'> }) {
  const translate = useTranslate();
  const { may, byName } = useApplication();
  const changes = may(entity.access.write);
  const locations = byName.entity('location');
  return (
    <EntityDetail
      entity={entity}
      tabs={(warehouse) => {
        const locationEntity = locationIn(locations, warehouse.id);
        return [
          {
            key: 'giacenze',
            label: translate('officina.warehouse.tab.stock'),
            element: <TotalsTab idWarehouse={warehouse.id} changes={changes} />,
            actions: (
              <ActButton
                acts={['load', 'unload']}
                name={displayOf(entity, warehouse)}
                given={{ id_magazzino: warehouse.id }}
              />
            ),
          },
          {
            key: 'ubicazioni',
            label: translate('officina.warehouse.tab.locations'),
            element: <LocationsTab idWarehouse={warehouse.id} location={locationEntity} changes={changes} />,
            actions: may(locations.access.create) && (
              <HeaderLink
                to={routeOf(locationEntity, 'form').replace('/:idUbicazione?', '')}
                label={translate('officina.stock.add_location')}
                startIcon={<AddIcon />}
              />
            ),
          },
        ];
      }}
    />
  );
}

function TotalsTab({ idWarehouse, changes }: { idWarehouse: number; changes: boolean }) {
  const translate = useTranslate();
  const { data, error, refetch } = useTotals(idWarehouse);
  const amounts = useAmountColumns<TotalRow>();
  if (replacesData(error, data)) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading height={200} />;
  const columns: TableColumn<TotalRow>[] = [
    {
      key: 'code',
      label: translate('officina.stock.code'),
      value: (row) => (
        <Link component={RouterLink} to={`/dettaglio-ricambio/${row.id_ricambio}`}>
          {row.codice}
        </Link>
      ),
    },
    { key: 'name', label: translate('officina.stock.description'), value: (row) => row.descrizione },
    { key: 'class', label: translate('officina.stock.class'), value: (row) => row.classe },
    { key: 'unit', label: translate('officina.stock.unit'), value: (row) => row.unita_di_misura },
    ...amounts,
  ];
  return (
    <DataTable
      label={translate('officina.warehouse.tab.stock')}
      rows={data}
      keyOf={(row) => row.id_ricambio}
      hint={translate(`officina.stock.empty_warehouse${changes ? '' : '_read'}`)}
      columns={columns}
    />
  );
}

interface LocationsTabProps {
  idWarehouse: number;
  location: Entity;
  changes: boolean;
}

function LocationsTab({ idWarehouse, location, changes }: LocationsTabProps) {
  const translate = useTranslate();
  const { data, error, refetch } = useLocations(idWarehouse);
  if (replacesData(error, data)) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading height={120} />;
  return (
    <DataTable
      label={translate('officina.warehouse.tab.locations')}
      rows={data}
      keyOf={(row) => row.id}
      hint={translate('officina.stock.no_locations')}
      columns={[
        { key: 'name', label: translate('officina.stock.description'), value: (row) => row.descrizione },
      ]}
      actions={changes ? (row) => <LocationActions location={location} row={row} /> : undefined}
    />
  );
}

function LocationActions({ location, row }: { location: Entity; row: Place }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const changed = useStockChanged();
  const deletion = useDeleteOne(location, row as unknown as Row, changed);
  const name = (action: string) => `${translate(`officina.list.${action}`)}: ${row.descrizione}`;
  return (
    <>
      <IconButton
        size="small"
        aria-label={name('edit')}
        onClick={() => navigate(routeOf(location, 'form').replace(':idUbicazione?', String(row.id)))}
      >
        <EditIcon fontSize="small" />
      </IconButton>
      <IconButton size="small" aria-label={name('delete')} onClick={deletion.ask}>
        <DeleteIcon fontSize="small" />
      </IconButton>
      {deletion.dialog}
    </>
  );
}
