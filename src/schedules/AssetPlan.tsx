/** The maintenance plan of an asset: its schedules, and the next twelve months. */
import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useApplication } from '../../resources/context/application.tsx';
import { useBeginning } from '../../resources/context/origin.ts';
import EmbeddedList from '../../resources/detail/EmbeddedList.tsx';
import { type RowSlots, RowSlotsProvider } from '../../resources/list/row-slots.ts';
import type { Entity } from '../../schemas/entity.ts';
import Forecast from './Forecast.tsx';
import { maintenanceOf } from './maintenance-address.ts';
import { FaultCell } from './schedule-cells.tsx';

const WITHOUT = ['id_oggetto'];
const ROW_SLOTS: RowSlots = { cells: { errore: FaultCell } };

export default function AssetPlan({ asset, maintenances }: { asset: number; maintenances: Entity }) {
  const translate = useTranslate();
  const adds = useApplication().may(maintenances.access.create);
  const begun = useBeginning();
  const filter = useMemo(() => ({ idOggetto: asset }), [asset]);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <RowSlotsProvider value={ROW_SLOTS}>
        <EmbeddedList
          entity={maintenances}
          filter={filter}
          without={WITHOUT}
          hint={translate(`officina.schedule.none_of_asset${adds ? '' : '_read'}`)}
          next={
            adds && (
              <Button
                component={Link}
                to={maintenanceOf(maintenances, asset)}
                state={begun}
                variant="contained"
                startIcon={<AddIcon />}
              >
                {translate('officina.schedule.add_to_asset')}
              </Button>
            )
          }
        />
      </RowSlotsProvider>
      <Forecast asset={asset} />
    </Box>
  );
}
