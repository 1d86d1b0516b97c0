import GridViewIcon from '@mui/icons-material/GridView';
import ViewListIcon from '@mui/icons-material/ViewList';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslate } from 'react-admin';
import { type PartsView, useView } from './view.ts';

/** The switch between the views. Phones have only one view. */
export function ViewSwitch() {
  const translate = useTranslate();
  const { view, choose, narrow } = useView();
  if (narrow) return null;
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={view}
      onChange={(_event, next: PartsView | null) => next && choose(next)}
      aria-label={translate('officina.stock.view')}
      sx={{ '& .MuiToggleButton-root': { px: 1, py: 0.25 } }}
    >
      <ToggleButton value="list" aria-label={translate('officina.stock.view_list')}>
        <ViewListIcon fontSize="small" />
      </ToggleButton>
      <ToggleButton value="grid" aria-label={translate('officina.stock.view_grid')}>
        <GridViewIcon fontSize="small" />
      </ToggleButton>
    </ToggleButtonGroup>
  );
}
