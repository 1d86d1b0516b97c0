/** The list of any entity: search, filters, table or cards, pages. */
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, Suspense } from 'react';
import { ListBase, useListContext } from 'react-admin';
import type { Entity } from '../../schemas/entity.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../../schemas/paging.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { tabsOf } from '../context/routes.ts';
import { classIn, useCustomised } from '../context/useCustomised.ts';
import { useNarrow } from '../context/useNarrow.ts';
import { usePageTitle } from '../context/usePageTitle.ts';
import { HelpPopover } from '../display/HelpPopover.tsx';
import { Opening } from '../feedback/Placeholder.tsx';
import { NEW, useDialog } from '../list/dialog.ts';
import { EmptyList } from '../list/EmptyList.tsx';
import { EntityCards } from '../list/EntityCards.tsx';
import { EntityTable } from '../list/EntityTable.tsx';
import { EntityTree } from '../list/EntityTree.tsx';
import { FilterChips } from '../list/FilterChips.tsx';
import { EntityContext, useEntity, useRights } from '../list/ListData.ts';
import { ListFailure } from '../list/ListFailure.tsx';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import { MasterGate } from '../list/MasterGate.tsx';
import { MasterName } from '../list/MasterName.tsx';
import { useMaster } from '../list/master.ts';
import { ListPages } from '../list/Pages.tsx';
import { type RowSlots, RowSlotsProvider } from '../list/row-slots.ts';
import { useBack } from '../list/useBack.ts';
import { useListError } from '../list/useListError.ts';
import { useSelectionEnds } from '../list/useSelectionEnds.ts';
import { EntityTabs } from './EntityTabs.tsx';
import { ListTools } from './ListTools.tsx';
import { type ListSlots, ListSlotsProvider, useHasTree, useListSlots } from './list-slots.ts';

const EntityDialog = lazy(() => import('./EntityDialog.tsx'));
const MasterPane = lazy(() => import('../list/MasterPane.tsx'));
const HierarchyPane = lazy(() => import('../hierarchy/HierarchyPane.tsx'));

const PAGE = PAGE_SIZE;
/** The page size of groups and trees, which need all rows together. */
const ALL_ROWS = PAGE_SIZE_MAX;

export default function EntityList({ entity, ...slots }: { entity: Entity } & ListSlots) {
  if (useBack(entity.resource)) return null;
  return (
    <EntityContext value={entity}>
      <ListSlotsProvider value={slots}>
        <RowSlotsProvider value={slots.rows ?? NO_ROW_SLOTS}>
          <ListPage />
        </RowSlotsProvider>
      </ListSlotsProvider>
    </EntityContext>
  );
}

const NO_ROW_SLOTS: RowSlots = {};

/** The style of a list whose rows scroll alone, between header and pages, if the window is high enough. */
const FILLS_WINDOW = {
  display: 'flex',
  flexDirection: 'column' as const,
  '@media (min-height: 560px)': { maxHeight: 'calc(100dvh - 124px)' },
};
/** The style next to a tree, where the list fills the window even with few rows. */
const FILLS_ALL = { ...FILLS_WINDOW, '@media (min-height: 560px)': { height: 'calc(100dvh - 124px)' } };
/** The count ends early, at more rows than users read. The pager offers the exact number. */
const CAPPED = { capped: true };
const SIDE_BY_SIDE = { display: 'flex', flexDirection: { xs: 'column', md: 'row' }, gap: 2, minHeight: 0 };
const NEXT_TO_TREE = { flexDirection: 'row', flex: 1 };
const SCROLLS_INSIDE = { display: 'flex', flexDirection: 'column' as const, minHeight: 0 };

function ListPage() {
  const entity = useEntity();
  const narrow = useNarrow();
  const hasTree = useHasTree();
  const title = useTitle();
  return (
    <Box sx={narrow ? undefined : hasTree ? FILLS_ALL : FILLS_WINDOW}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mb: 1 }}>
        <Typography component="h1" variant="h5">
          {title}
        </Typography>
        {entity.help.list && <HelpPopover text={entity.help.list} />}
      </Box>
      <EntityTabs entity={entity} />
      <Mastered>
        <ListRows />
      </Mastered>
    </Box>
  );
}

/**
 * Returns the title and makes it the title of the page. Lists in tabs share the title of the first, which is also
 * in the menu.
 */
function useTitle(): string {
  const entity = useEntity();
  const language = useLanguage();
  const { entities } = useApplication();
  const { title: own } = useListSlots();
  const main = tabsOf(entity, entities)[0];
  const title = own ?? (main ? (main.menu?.label ?? main.titles)[language] : entity.titles[language]);
  usePageTitle(main && main !== entity ? `${title}: ${entity.titles[language]}` : title);
  return title;
}

function Mastered({ children }: { children: ReactNode }) {
  const master = useMaster();
  return master ? <MasterGate master={master}>{children}</MasterGate> : children;
}

function ListRows() {
  const entity = useEntity();
  const { fixedFilter, every } = useListSlots();
  const onError = useListError();
  const [field, order] = entity.sort;
  return (
    <ListBase
      key={entity.name}
      resource={entity.resource}
      sort={{ field, order }}
      perPage={entity.group || entity.tree ? ALL_ROWS : PAGE}
      exporter={false}
      filter={fixedFilter}
      queryOptions={{ meta: CAPPED, onError, ...(every && { refetchInterval: every }) }}
      disableAuthentication
    >
      <ClassedRows />
    </ListBase>
  );
}

/**
 * Adds the custom fields of the class that filters the list, or of all classes. The elements next to the rows do
 * not wait for them.
 */
function ClassedRows() {
  const { above, fixedFilter } = useListSlots();
  const entity = useEntity();
  const narrow = useNarrow();
  const hasTree = useHasTree();
  const { filterValues } = useListContext();
  useSelectionEnds(fixedFilter);
  const shape = useCustomised(entity, classIn(entity, filterValues, 'query'));
  return (
    <EntityContext value={shape ?? entity}>
      {shape ? (
        <>
          <ListTools />
          <FilterChips />
          {above}
        </>
      ) : (
        <Box sx={{ minHeight: 40, mb: 1.5 }} />
      )}
      <Box sx={{ ...SIDE_BY_SIDE, ...(hasTree && !narrow && NEXT_TO_TREE) }}>
        <NextToRows />
        <Paper
          variant={narrow ? 'elevation' : 'outlined'}
          elevation={0}
          sx={{ ...SCROLLS_INSIDE, flex: 1, minWidth: 0, bgcolor: narrow ? 'transparent' : undefined }}
        >
          {!narrow && <MasterName />}
          {shape ? <ListBody /> : <ListSkeleton />}
          {shape && <ListPages />}
        </Paper>
      </Box>
      {shape && entity.dialog && <FormDialog />}
    </EntityContext>
  );
}

/** The trees and the master list that filter the rows. */
function NextToRows() {
  const { aside, tree } = useListSlots();
  const entity = useEntity();
  const hasTree = useHasTree();
  return (
    <>
      {entity.tree && <EntityTree />}
      {hasTree && (
        <Suspense fallback={<Box sx={{ width: { md: 320 }, minHeight: 44 }} />}>
          <HierarchyPane tree={tree} />
        </Suspense>
      )}
      {aside}
      {entity.master && (
        <Suspense fallback={<Box sx={{ width: 300, height: 40 }} />}>
          <MasterPane />
        </Suspense>
      )}
    </>
  );
}

function FormDialog() {
  const { current, close } = useDialog();
  const { create } = useRights();
  if (current === undefined || (current === NEW && !create)) return null;
  return (
    <Suspense fallback={<Opening />}>
      <EntityDialog key={current} recordId={current} onClose={close} />
    </Suspense>
  );
}

function ListBody() {
  const narrow = useNarrow();
  const { body, every } = useListSlots();
  const { isPending, isFetching, isPlaceholderData, error, data, total, refetch } = useListContext();
  // Only requests of the user show progress. Reads in the background do not.
  const showsProgress = isFetching && (every === undefined || isPlaceholderData);
  if (error && !data) return <ListFailure error={error} onRetry={refetch} />;
  if (isPending) return <ListSkeleton />;
  if (total === 0) return <EmptyList />;
  return (
    <Box sx={{ ...(!narrow && SCROLLS_INSIDE), position: 'relative' }}>
      {showsProgress && (
        <LinearProgress sx={{ position: 'absolute', top: 0, left: 0, right: 0, height: 2, zIndex: 4 }} />
      )}
      {body ?? (narrow ? <EntityCards /> : <EntityTable />)}
    </Box>
  );
}
