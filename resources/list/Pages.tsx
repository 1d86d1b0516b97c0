/** The pager of every list: 'first - last / total', and page numbers with steps to the neighbours. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Pagination from '@mui/material/Pagination';
import PaginationItem, { type PaginationItemProps } from '@mui/material/PaginationItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useGetList, useListContext, useTranslate } from 'react-admin';
import { isCountCapped } from '../../dataProvider/rest-client.ts';
import { COUNT_CAP } from '../../schemas/paging.ts';
import { useLanguage } from '../context/application.tsx';
import { useNarrow } from '../context/useNarrow.ts';
import { countText, formatCount } from '../format/format.ts';

const ONE_ROW = { page: 1, perPage: 1 };

/** Returns the number of rows of a list. If the count ended early, counts all rows on request. */
function useExactTotal() {
  const { resource, filter, filterValues, sort, page, perPage, total = 0 } = useListContext();
  const filters = { ...filterValues, ...filter };
  const question = JSON.stringify([resource, filters]);
  const [requested, setRequested] = useState('');
  const isCapped = total === COUNT_CAP && isCountCapped(page * perPage);
  const enabled = isCapped && requested === question;
  const params = { filter: filters, sort, pagination: ONE_ROW };
  const { total: exact, isFetching } = useGetList(resource, params, { enabled });
  if (!isCapped || (enabled && exact !== undefined)) return { total: enabled ? (exact ?? total) : total };
  return { total, count: () => setRequested(question), counting: enabled && isFetching };
}

export function ListPages() {
  const { page, perPage, setPage } = useListContext();
  return <Pages page={page} perPage={perPage} onPage={setPage} {...useExactTotal()} />;
}

interface PagesProps {
  page: number;
  perPage: number;
  total: number;
  onPage(page: number): void;
  /** Counts all rows. The function exists while the total is only a minimum. */
  count?(): void;
  counting?: boolean;
}

export function Pages({ page, perPage, total, onPage, count, counting }: PagesProps) {
  const translate = useTranslate();
  const language = useLanguage();
  if (total === 0) return null;
  const first = (page - 1) * perPage + 1;
  const last = Math.min(page * perPage, total);
  const totalText = count ? countText(total, language) : formatCount(total, language);
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
        {translate('officina.list.page_report', { first, last, total: totalText })}
      </Typography>
      {count && (
        <Button size="small" loading={counting} onClick={count}>
          {translate('officina.list.count_exactly')}
        </Button>
      )}
      <PageNumbers page={page} count={Math.ceil(total / perPage)} onPage={onPage} hasEnd={!count} />
    </Box>
  );
}

interface PageNumbersProps {
  page: number;
  count: number;
  onPage(page: number): void;
  /** The name of the list, on a page with several lists. */
  of?: string;
  /** The page numbers to display. Without them, the neighbours, the first and the last page are displayed. */
  only?: number[];
  /** Whether the last page is known. */
  hasEnd?: boolean;
}

export function PageNumbers({ page, count, onPage, of, only, hasEnd = true }: PageNumbersProps) {
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
      showLastButton={!narrow && hasEnd}
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
