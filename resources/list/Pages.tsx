/** The pager of every list: 'first - last / total', and page numbers with steps to the neighbours. */
import Box from '@mui/material/Box';
import Pagination from '@mui/material/Pagination';
import PaginationItem, { type PaginationItemProps } from '@mui/material/PaginationItem';
import Typography from '@mui/material/Typography';
import { useListContext, useTranslate } from 'react-admin';
import { useNarrow } from '../context/useNarrow.ts';

export function ListPages() {
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
  const translate = useTranslate();
  if (total === 0) return null;
  const first = (page - 1) * perPage + 1;
  const last = Math.min(page * perPage, total);
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
      <PageNumbers page={page} count={Math.ceil(total / perPage)} onPage={onPage} />
    </Box>
  );
}

interface PageNumbersProps {
  page: number;
  count: number;
  onPage(page: number): void;
  /** The name of the list, on a page with several lists. */
  of?: string;
  /** The numbers to show; without them, the neighbours, the first and the last page. */
  only?: number[];
}

export function PageNumbers({ page, count, onPage, of, only }: PageNumbersProps) {
  const translate = useTranslate();
  const narrow = useNarrow();
  if (count < 2) return null;
  const pages = translate('officina.list.pages');
  const isVisible = (item: PaginationItemProps): boolean =>
    !only || (item.type === 'page' ? only.includes(item.page as number) : !item.type?.endsWith('ellipsis'));
  return (
    <Pagination
      size={narrow ? 'medium' : 'small'}
      count={count}
      page={page}
      siblingCount={only ? only.length : narrow ? 0 : 1}
      showFirstButton={!narrow}
      showLastButton={!narrow}
      onChange={(_event, next) => onPage(next)}
      aria-label={of ? `${pages}: ${of}` : pages}
      renderItem={(item) => isVisible(item) && <PaginationItem {...item} />}
      getItemAriaLabel={(type, number) =>
        type === 'page'
          ? translate('officina.list.page', { page: number })
          : translate(`officina.list.${type}_page`, { _: type })
      }
    />
  );
}
