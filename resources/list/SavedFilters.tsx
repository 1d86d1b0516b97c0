/** The button that opens the saved filters, the user's own and the shared ones. */
import BookmarksIcon from '@mui/icons-material/BookmarksOutlined';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Opening } from '../feedback/Placeholder.tsx';
import { heightBelow } from './below-button.ts';
import { useEntity } from './ListData.ts';
import { useFilterEntity } from './useSavedFilters.ts';

const SavedFiltersPanel = lazy(() => import('./SavedFiltersPanel.tsx'));

export function SavedFilters() {
  const translate = useTranslate();
  const title = useId();
  const { filters, search } = useEntity();
  const filterEntity = useFilterEntity();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const close = () => setAnchor(undefined);
  if (!filterEntity || filters.length + search.length === 0) return null;
  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        startIcon={<BookmarksIcon />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {translate('officina.list.saved_filters')}
      </Button>
      <Popover
        open={anchor !== undefined}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-labelledby': title,
            sx: { width: 340, minHeight: 96, maxHeight: heightBelow(anchor), py: 1 },
          },
        }}
      >
        <Suspense fallback={<Opening />}>
          <SavedFiltersPanel entity={filterEntity} title={title} onClose={close} />
        </Suspense>
      </Popover>
    </>
  );
}
