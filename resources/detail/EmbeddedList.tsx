/** A list of some rows of an entity inside another page. Its filters, sorting and pages are not in the address. */
import FilterListIcon from '@mui/icons-material/FilterList';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { ListBase, useListContext, useTranslate } from 'react-admin';
import type { Entity, Row } from '../../schemas/entity.ts';
import { PAGE_SIZE } from '../../schemas/paging.ts';
import { classIn, useCustomised } from '../context/useCustomised.ts';
import { useNarrow } from '../context/useNarrow.ts';
import { Opening } from '../feedback/Placeholder.tsx';
import { EntityCards } from '../list/EntityCards.tsx';
import { EntityTable } from '../list/EntityTable.tsx';
import { useEmptyHint } from '../list/empty-words.ts';
import { FilterChips } from '../list/FilterChips.tsx';
import { EntityContext, useEntity } from '../list/ListData.ts';
import { ListFailure } from '../list/ListFailure.tsx';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import { useLeftOut } from '../list/left-out.ts';
import { Nothing } from '../list/Nothing.tsx';
import { ListPages } from '../list/Pages.tsx';
import { SearchBox } from '../list/SearchBox.tsx';
import { useListError } from '../list/useListError.ts';

const EntityFilters = lazy(() => import('../list/EntityFilters.tsx'));

export interface EmbeddedListProps {
  entity: Entity;
  /** Selects the rows to display. The user does not see this filter. */
  filter?: Row;
  /** The call that returns the rows, if it is not the entity's list. */
  from?: string;
  /** Columns that are left out because every row here has the same value. */
  without?: string[];
  /** The actions on a row; by default none. */
  actions?(row: Row): ReactNode;
  /** The hint when there are no rows; by default the hint of the entity's list. */
  hint?: string;
  next?: ReactNode;
  /** Adds a search input and filters above the rows. */
  search?: boolean;
  /** Whether the filters are open. Pages with their own button open them from outside. */
  filtering?: boolean;
  onFiltered?(): void;
}

export default function EmbeddedList(props: EmbeddedListProps) {
  const { entity, filter, from, without } = props;
  const listed = useMemo(
    () => (without ? { ...entity, list: entity.list.filter((name) => !without.includes(name)) } : entity),
    [entity, without],
  );
  const [field, order] = entity.sort;
  const onError = useListError();
  return (
    <EntityContext value={listed}>
      <ListBase
        resource={entity.resource}
        filter={filter}
        sort={{ field, order }}
        perPage={PAGE_SIZE}
        queryOptions={{ meta: from ? { from } : { capped: true }, onError }}
        exporter={false}
        disableAuthentication
        disableSyncWithLocation
        storeKey={false}
      >
        <ClassedRows {...props} />
      </ListBase>
    </EntityContext>
  );
}

/** Adds the custom fields of the class that filters the list. */
function ClassedRows(props: EmbeddedListProps) {
  const entity = useEntity();
  const narrow = useNarrow();
  const { filterValues } = useListContext();
  const [opened, setOpened] = useState(false);
  const shape = useCustomised(entity, classIn(entity, filterValues, 'query'));
  if (!shape) return <ListSkeleton />;
  const close = () => {
    setOpened(false);
    props.onFiltered?.();
  };
  return (
    <EntityContext value={shape}>
      {props.search && <SearchBar onFilters={() => setOpened(true)} />}
      <FilterChips />
      <Paper
        variant={narrow ? 'elevation' : 'outlined'}
        elevation={0}
        sx={{ position: 'relative', bgcolor: narrow ? 'transparent' : undefined }}
      >
        <Rows {...props} />
        <ListPages />
      </Paper>
      {(props.filtering || opened) && (
        <Suspense fallback={<Opening />}>
          <EntityFilters entity={shape} onClose={close} />
        </Suspense>
      )}
    </EntityContext>
  );
}

function SearchBar({ onFilters }: { onFilters(): void }) {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1.5 }}>
      <SearchBox />
      <Button size="small" startIcon={<FilterListIcon />} aria-haspopup="dialog" onClick={onFilters}>
        {translate('officina.list.filters')}
      </Button>
    </Box>
  );
}

function Rows(props: EmbeddedListProps) {
  const narrow = useNarrow();
  const actions = props.actions ?? null;
  const { isPending, isFetching, error, data, total, refetch } = useListContext();
  if (error && !data) return <ListFailure error={error} onRetry={refetch} />;
  if (isPending) return <ListSkeleton />;
  if (total === 0) return <NoRows {...props} />;
  return (
    <Box>
      {isFetching && (
        <LinearProgress sx={{ position: 'absolute', top: 0, left: 0, right: 0, height: 2, zIndex: 4 }} />
      )}
      {narrow ? <EntityCards actions={actions} /> : <EntityTable actions={actions} />}
    </Box>
  );
}

function NoRows({ entity, from, hint, next }: EmbeddedListProps) {
  const hintOf = useEmptyHint();
  const leftOut = useLeftOut(from);
  const { filterValues, setFilters } = useListContext();
  const filtered = Object.values(filterValues).some((value) => value !== undefined);
  return (
    <Nothing
      icon={entity.icon}
      hint={hint ?? hintOf(entity, false)}
      next={next}
      onReset={filtered ? () => setFilters({}) : undefined}
      leftOut={leftOut}
    />
  );
}
