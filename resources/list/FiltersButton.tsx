/** The button that opens the filters of a list, with the number of active ones. */
import FilterListIcon from '@mui/icons-material/FilterList';
import Badge from '@mui/material/Badge';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Opening } from '../feedback/Placeholder.tsx';
import { useEntity } from './ListData.ts';
import { useOwnFilters } from './master.ts';

const EntityFilters = lazy(() => import('./EntityFilters.tsx'));

/** The number stands beside the button: above it, it would cover the row above. */
const BESIDE = {
  alignItems: 'center',
  '& .MuiBadge-badge': { position: 'static', transform: 'none' },
  '& .MuiBadge-invisible': { display: 'none' },
};

/** The button. `without` contains fields for which the page has its own filter. */
export function FiltersButton({ without }: { without?: string[] }) {
  const entity = useEntity();
  const translate = useTranslate();
  const { own } = useOwnFilters();
  const [filtering, setFiltering] = useState(false);
  const active = Object.keys(own).filter((name) => name !== 'filtro').length;
  if (entity.filters.length === 0) return null;
  return (
    <>
      <Badge badgeContent={active} color="primary" sx={BESIDE}>
        <Button
          size="small"
          startIcon={<FilterListIcon />}
          onClick={() => setFiltering(true)}
          aria-haspopup="dialog"
        >
          {translate('officina.list.filters')}
        </Button>
      </Badge>
      {filtering && (
        <Suspense fallback={<Opening />}>
          <EntityFilters entity={entity} without={without} onClose={() => setFiltering(false)} />
        </Suspense>
      )}
    </>
  );
}
