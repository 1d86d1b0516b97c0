/** Links to the previous and the next record in the list, as it was filtered and sorted. */
import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type Identifier, useGetList, useStore, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { routeOf } from '../../schemas/catalogue.ts';
import { MINUTE_MS } from '../../schemas/durations.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { PAGE_SIZE } from '../../schemas/paging.ts';
import { addressOf } from '../context/routes.ts';
import { useIdle } from '../context/useIdle.ts';

interface ListParams {
  sort: string;
  order: 'ASC' | 'DESC';
  page: number;
  perPage: number;
  filter: Row;
}

/**
 * The time in milliseconds for which a page of the list is cached. During this time its records need no new
 * request.
 */
const CACHED_MS = MINUTE_MS;

/** Returns the neighbours, by the list's stored page, order and filters. A record opened by a link has none. */
function useNeighbours(entity: Entity, id: string) {
  const [params, setParams] = useStore<ListParams | undefined>(`${entity.resource}.listParams`);
  const idle = useIdle();
  const page = Number(params?.page ?? 1);
  const perPage = Number(params?.perPage ?? PAGE_SIZE);
  const at = (number: number, enabled: boolean) =>
    [
      entity.resource,
      {
        pagination: { page: number, perPage },
        sort: { field: params?.sort ?? entity.sort[0], order: params?.order ?? entity.sort[1] },
        filter: params?.filter ?? {},
      },
      { enabled: enabled && idle && params !== undefined, staleTime: CACHED_MS },
    ] as const;
  const current = useGetList(...at(page, true));
  const rows = current.data ?? [];
  const index = rows.findIndex((row) => String(row.id) === id);
  const position = (page - 1) * perPage + index;
  const total = current.total ?? 0;
  const found = index >= 0;
  const before = useGetList(...at(page - 1, found && index === 0 && page > 1));
  const after = useGetList(...at(page + 1, found && index === rows.length - 1 && position + 1 < total));
  if (!found || total < 2) return undefined;
  const previous: Identifier | undefined = index > 0 ? rows[index - 1]?.id : before.data?.at(-1)?.id;
  const next: Identifier | undefined = index < rows.length - 1 ? rows[index + 1]?.id : after.data?.[0]?.id;
  /** The list's page changes too, so that Back opens the page with the record. */
  const turn = (by: -1 | 1) => {
    const leaves = by < 0 ? index === 0 : index === rows.length - 1;
    if (leaves && params) setParams({ ...params, page: page + by });
  };
  return { previous, next, turn, position: position + 1, total };
}

export function PreviousNext({ entity, id }: { entity: Entity; id: string }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const neighbours = useNeighbours(entity, id);
  if (!neighbours) return null;
  const { previous, next, turn, position, total } = neighbours;
  const go = (target: Identifier, by: -1 | 1) => {
    turn(by);
    navigate(addressOf(entity.routes.detail ?? routeOf(entity, 'form'), target));
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center' }}>
      <IconButton
        size="small"
        disabled={previous === undefined}
        aria-label={translate('officina.form.previous')}
        onClick={() => previous !== undefined && go(previous, -1)}
      >
        <ChevronLeftIcon />
      </IconButton>
      <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {translate('officina.form.position', { index: position, total })}
      </Typography>
      <IconButton
        size="small"
        disabled={next === undefined}
        aria-label={translate('officina.form.next')}
        onClick={() => next !== undefined && go(next, 1)}
      >
        <ChevronRightIcon />
      </IconButton>
    </Box>
  );
}
