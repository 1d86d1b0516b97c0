/** The line 'first - last / total', and the pages. */
import Box from '@mui/material/Box';
import Pagination from '@mui/material/Pagination';
import Typography from '@mui/material/Typography';
import { useListContext, useTranslate } from 'react-admin';
import { useNarrow } from '../context/useNarrow.ts';

export function PageReport() {
  const { page, perPage, total = 0, setPage } = useListContext();
  return <Pages page={page} perPage={perPage} total={total} onPage={setPage} />;
}

interface PagesProps {
  page: number;
  perPage: number;
  total: number;
  onPage(page: number): void;
}

export function Pages({ page, perPage, total, onPage }: PagesProps) {
  const narrow = useNarrow();
  const translate = useTranslate();
  if (total === 0) return null;
  const first = (page - 1) * perPage + 1;
  const last = Math.min(page * perPage, total);
  const pages = Math.ceil(total / perPage);
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: 2,
        px: 1.5,
        minHeight: 44,
        justifyContent: 'flex-end',
      }}
    >
      <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {translate('officina.list.page_report', { first, last, total })}
      </Typography>
      {pages > 1 && (
        <Pagination
          size={narrow ? 'medium' : 'small'}
          count={pages}
          page={page}
          siblingCount={narrow ? 0 : 1}
          showFirstButton={!narrow}
          showLastButton={!narrow}
          onChange={(_event, next) => onPage(next)}
          aria-label={translate('officina.list.pages')}
          getItemAriaLabel={(type, number) =>
            type === 'page'
              ? translate('officina.list.page', { page: number })
              : translate(`officina.list.${type}_page`, { _: type })
          }
        />
      )}
    </Box>
  );
}
