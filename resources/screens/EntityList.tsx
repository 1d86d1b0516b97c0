/** The list of any entity: search, filters, table or cards, pages. */
import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Fab from '@mui/material/Fab';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, Suspense } from 'react';
import { ListBase, useListContext } from 'react-admin';
import type { Entity, Row } from '../../schemas/entity.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../../schemas/paging.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { tabsOf } from '../context/routes.ts';
import { classIn, useCustomised } from '../context/useCustomised.ts';
import { useNarrow } from '../context/useNarrow.ts';
import { usePageTitle } from '../context/usePageTitle.ts';
import { HelpPopover } from '../display/HelpPopover.tsx';
import type { TreeBeside } from '../hierarchy/tree-filter.ts';
import { ImportMenu } from '../import/ImportMenu.tsx';
import { ColumnsMenu } from '../list/ColumnsMenu.tsx';
import { NEW, useDialog, useOpener } from '../list/dialog.ts';
import { EmptyList } from '../list/EmptyList.tsx';
import { EntityCards } from '../list/EntityCards.tsx';
import { EntityTable } from '../list/EntityTable.tsx';
import { EntityTree } from '../list/EntityTree.tsx';
import { ExportMenu } from '../list/ExportMenu.tsx';
import { FilterChips } from '../list/FilterChips.tsx';
import { FiltersButton } from '../list/FiltersButton.tsx';
import { EntityContext, useAddWords, useEntity, useRights } from '../list/ListData.ts';
import { ListFailure } from '../list/ListFailure.tsx';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import { type RowSlots, RowSlotsProvider } from '../list/ListSlots.ts';
import { MasterGate } from '../list/MasterGate.tsx';
import { MasterName } from '../list/MasterName.tsx';
import { useMaster } from '../list/master.ts';
import { ListPages } from '../list/Pages.tsx';
import { SavedFilters } from '../list/SavedFilters.tsx';
import { SearchBox } from '../list/SearchBox.tsx';
import { useBack } from '../list/useBack.ts';
import { useSelectionEnds } from '../list/useSelectionEnds.ts';
import { LabelsButton } from '../qr/LabelsButton.tsx';
import { EntityTabs } from './EntityTabs.tsx';

const EntityDialog = lazy(() => import('./EntityDialog.tsx'));
const MasterPane = lazy(() => import('../list/MasterPane.tsx'));
const HierarchyPane = lazy(() => import('../hierarchy/HierarchyPane.tsx'));

const PAGE = PAGE_SIZE;
/** Groups and trees need all rows at once. */
const ALL_ROWS = PAGE_SIZE_MAX;

/** The additions of an area to the list of its entity. */
export interface ListSlots {
  /** The title, instead of the entity's name. */
  title?: string;
  /** An element next to the rows, such as a tree that filters them. */
  aside?: ReactNode;
  /** Further buttons above the rows. */
  tools?: ReactNode;
  /** Replaces the table or the cards. */
  body?: ReactNode;
  /** An element between the filters and the rows, such as the path of a tree filter. */
  above?: ReactNode;
  /** The tree of an entity that the rows refer to. */
  tree?: TreeBeside;
  rows?: RowSlots;
  /** A fixed filter of every page, which the user does not see. */
  fixedFilter?: Row;
  /** The interval in milliseconds at which the rows are read again in the background. */
  every?: number;
}

export default function EntityList({ entity, ...slots }: { entity: Entity } & ListSlots) {
  if (useBack(entity.resource)) return null;
  return (
    <EntityContext value={entity}>
      <RowSlotsProvider value={slots.rows ?? NO_ROW_SLOTS}>
        <ListPage {...slots} />
      </RowSlotsProvider>
    </EntityContext>
  );
}

const NO_ROW_SLOTS: RowSlots = {};

/** If the window is high enough, only the rows scroll, between header and pages. */
const FILLS_WINDOW = {
  display: 'flex',
  flexDirection: 'column' as const,
  '@media (min-height: 560px)': { maxHeight: 'calc(100dvh - 124px)' },
};
/** Next to a tree, the list fills the window even with few rows. */
const FILLS_ALL = { ...FILLS_WINDOW, '@media (min-height: 560px)': { height: 'calc(100dvh - 124px)' } };
const SIDE_BY_SIDE = { display: 'flex', flexDirection: { xs: 'column', md: 'row' }, gap: 2, minHeight: 0 };
const NEXT_TO_TREE = { flexDirection: 'row', flex: 1 };
const SCROLLS_INSIDE = { display: 'flex', flexDirection: 'column' as const, minHeight: 0 };

const hasTree = (entity: Entity, { tree }: ListSlots): boolean => (tree ?? entity.hierarchy) !== undefined;

function ListPage(slots: ListSlots) {
  const entity = useEntity();
  const narrow = useNarrow();
  const master = useMaster();
  const language = useLanguage();
  const { entities } = useApplication();
  // Lists in tabs share the title of the first, which is also the menu's.
  const main = tabsOf(entity, entities)[0];
  const title = slots.title ?? (main ? (main.menu?.label ?? main.titles)[language] : entity.titles[language]);
  usePageTitle(main && main !== entity ? `${title}: ${entity.titles[language]}` : title);
  return (
    <Box sx={narrow ? undefined : hasTree(entity, slots) ? FILLS_ALL : FILLS_WINDOW}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mb: 1 }}>
        <Typography component="h1" variant="h5">
          {title}
        </Typography>
        {entity.help.list && <HelpPopover text={entity.help.list} />}
      </Box>
      <EntityTabs entity={entity} />
      {master ? (
        <MasterGate master={master}>
          <ListRows narrow={narrow} slots={slots} />
        </MasterGate>
      ) : (
        <ListRows narrow={narrow} slots={slots} />
      )}
    </Box>
  );
}

interface ListRowsProps {
  narrow: boolean;
  slots: ListSlots;
}

function ListRows({ narrow, slots }: ListRowsProps) {
  const entity = useEntity();
  const [field, order] = entity.sort;
  return (
    <ListBase
      key={entity.name}
      resource={entity.resource}
      sort={{ field, order }}
      perPage={entity.group || entity.tree ? ALL_ROWS : PAGE}
      exporter={false}
      filter={slots.fixedFilter}
      queryOptions={slots.every ? { refetchInterval: slots.every } : undefined}
      disableAuthentication
    >
      <ClassedRows narrow={narrow} slots={slots} />
    </ListBase>
  );
}

/**
 * Adds the custom fields of the class that filters the list, or of all classes. The elements next to the rows
 * do not wait for them.
 */
function ClassedRows({ narrow, slots }: ListRowsProps) {
  const { aside, tools, body, above, tree } = slots;
  const entity = useEntity();
  const { filterValues } = useListContext();
  useSelectionEnds(slots.fixedFilter);
  const shape = useCustomised(entity, classIn(entity, filterValues, 'query'));
  return (
    <EntityContext value={shape ?? entity}>
      {shape ? (
        <>
          <ListTools narrow={narrow} more={tools} />
          <FilterChips />
          {above}
        </>
      ) : (
        <Box sx={{ minHeight: 40, mb: 1.5 }} />
      )}
      <Box sx={{ ...SIDE_BY_SIDE, ...(hasTree(entity, slots) && !narrow && NEXT_TO_TREE) }}>
        {entity.tree && <EntityTree />}
        {hasTree(entity, slots) && (
          <Suspense fallback={<Box sx={{ width: { md: 320 }, minHeight: 44 }} />}>
            <HierarchyPane narrow={narrow} tree={tree} />
          </Suspense>
        )}
        {aside}
        {entity.master && (
          <Suspense fallback={<Box sx={{ width: 300, height: 40 }} />}>
            <MasterPane narrow={narrow} />
          </Suspense>
        )}
        <Paper
          variant={narrow ? 'elevation' : 'outlined'}
          elevation={0}
          sx={{ ...SCROLLS_INSIDE, flex: 1, minWidth: 0, bgcolor: narrow ? 'transparent' : undefined }}
        >
          {!narrow && <MasterName />}
          {shape ? (
            <ListBody narrow={narrow} body={body} quiet={slots.every !== undefined} />
          ) : (
            <ListSkeleton narrow={narrow} />
          )}
          {shape && <ListPages />}
        </Paper>
      </Box>
      {shape && entity.dialog && <FormDialog />}
    </EntityContext>
  );
}

function FormDialog() {
  const { current, close } = useDialog();
  const { create } = useRights();
  if (current === undefined || (current === NEW && !create)) return null;
  return (
    <Suspense fallback={null}>
      <EntityDialog key={current} shown={current} onClose={close} />
    </Suspense>
  );
}

function ListTools({ narrow, more }: { narrow: boolean; more: ReactNode }) {
  const { create } = useRights();
  const { add, addOne } = useAddWords();
  const openerOf = useOpener();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
      <SearchBox />
      <Box sx={{ flex: '1 0 0' }} />
      <FiltersButton />
      <SavedFilters />
      {!narrow && <ColumnsMenu />}
      <ExportMenu />
      <ImportMenu />
      <LabelsButton />
      {more}
      {create && !narrow && (
        <Button size="small" variant="contained" startIcon={<AddIcon />} {...openerOf(create)}>
          {add}
        </Button>
      )}
      {create && narrow && (
        <Fab
          color="primary"
          {...openerOf(create)}
          aria-label={addOne}
          sx={{ position: 'fixed', right: 16, bottom: 16, zIndex: 'fab' }}
        >
          <AddIcon />
        </Fab>
      )}
    </Box>
  );
}

interface ListBodyProps {
  narrow: boolean;
  body: ReactNode;
  /** Reads in the background: only the user's own requests show progress. */
  quiet: boolean;
}

function ListBody({ narrow, body, quiet }: ListBodyProps) {
  const { isPending, isFetching, isPlaceholderData, error, data, total, refetch } = useListContext();
  if (error && !data) return <ListFailure error={error} onRetry={refetch} />;
  if (isPending) return <ListSkeleton narrow={narrow} />;
  if (total === 0) return <EmptyList />;
  return (
    <Box sx={{ ...(!narrow && SCROLLS_INSIDE), position: 'relative' }}>
      {isFetching && (!quiet || isPlaceholderData) && (
        <LinearProgress sx={{ position: 'absolute', top: 0, left: 0, right: 0, height: 2, zIndex: 4 }} />
      )}
      {body ?? (narrow ? <EntityCards /> : <EntityTable />)}
    </Box>
  );
}
