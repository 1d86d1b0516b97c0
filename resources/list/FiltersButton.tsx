/** The way to the filters of a list, and how many are in force. */
import FilterListIcon from '@mui/icons-material/FilterList';
import Badge from '@mui/material/Badge';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useEntity } from './ListData.ts';
import { useOwnFilters } from './master.ts';

const EntityFilters = lazy(() => import('./EntityFilters.tsx'));

/** `without` are the filters that the screen answers in another way, by the names of their fields. */
export function FiltersButton({ without }: { without?: string[] }) {
  const entity = useEntity();
  const translate = useTranslate();
  const { own } = useOwnFilters();
  const [filtering, setFiltering] = useState(false);
  const active = Object.keys(own).filter((name) => name !== 'filtro').length;
  if (entity.filters.length === 0) return null;
  return (
    <>
      <Badge badgeContent={active} color="primary">
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
        <Suspense fallback={null}>
          <EntityFilters entity={entity} without={without} onClose={() => setFiltering(false)} />
        </Suspense>
      )}
    </>
  );
}
