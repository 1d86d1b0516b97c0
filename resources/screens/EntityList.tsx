/** The list of any entity: search, filters, table or cards, pages. */
import AddIcon from '@mui/icons-material/Add';
import FilterListIcon from '@mui/icons-material/FilterList';
import Alert from '@mui/material/Alert';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Fab from '@mui/material/Fab';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { ListBase, useListContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Entity } from '../../schemas/entity.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../../schemas/paging.ts';
import { HelpPopover } from '../HelpPopover.tsx';
import { useHouse, useLanguage } from '../House.tsx';
import { ColumnsMenu } from '../list/ColumnsMenu.tsx';
import { EmptyList } from '../list/EmptyList.tsx';
import { EntityCards } from '../list/EntityCards.tsx';
import { EntityTable } from '../list/EntityTable.tsx';
import { EntityTree } from '../list/EntityTree.tsx';
import { ExportMenu } from '../list/ExportMenu.tsx';
import { FilterChips } from '../list/FilterChips.tsx';
import { EntityContext, useEntity, useRights } from '../list/ListData.ts';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import { PageReport } from '../list/PageReport.tsx';
import { SearchBox } from '../list/SearchBox.tsx';
import { useBack } from '../list/useBack.ts';
import { tabsOf } from '../routes.ts';
import { reasonOf } from '../say.ts';
import { useNarrow } from '../useNarrow.ts';
import { usePageTitle } from '../usePageTitle.ts';
import { EntityTabs } from './EntityTabs.tsx';

const EntityFilters = lazy(() => import('./EntityFilters.tsx'));

const PAGE = PAGE_SIZE;
/** Rows under headings, and trees, are of use only when they are all there. */
const WHOLE = PAGE_SIZE_MAX;

export default function EntityList({ entity }: { entity: Entity }) {
  const [field, order] = entity.sort;
  if (useBack(entity.resource)) return null;
  return (
    <EntityContext value={entity}>
      <ListBase
        key={entity.name}
        resource={entity.resource}
        sort={{ field, order }}
        perPage={entity.group || entity.tree ? WHOLE : PAGE}
        exporter={false}
        disableAuthentication
      >
        <ListPage />
      </ListBase>
    </EntityContext>
  );
}

/** The head and the pages stay in sight and the rows scroll between them, where the window is high enough. */
const FILLS_WINDOW = {
  display: 'flex',
  flexDirection: 'column' as const,
  '@media (min-height: 560px)': { maxHeight: 'calc(100dvh - 124px)' },
};
const SCROLLS_INSIDE = { display: 'flex', flexDirection: 'column' as const, minHeight: 0 };

function ListPage() {
  const entity = useEntity();
  const narrow = useNarrow();
  const language = useLanguage();
  const { entities } = useHouse();
  // Lists that stand as tabs share the title of the first, as the menu calls it.
  const main = tabsOf(entity, entities)[0];
  const title = main ? (main.menu?.label ?? main.titles)[language] : entity.titles[language];
  usePageTitle(main && main !== entity ? `${title}: ${entity.titles[language]}` : title);
  return (
    <Box sx={narrow ? undefined : FILLS_WINDOW}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mb: 1 }}>
        <Typography component="h1" variant="h5">
          {title}
        </Typography>
        {entity.help.list && <HelpPopover text={entity.help.list} />}
      </Box>
      <EntityTabs entity={entity} />
      <ListTools narrow={narrow} />
      <FilterChips />
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', md: 'row' }, gap: 2, minHeight: 0 }}>
        {entity.tree && <EntityTree />}
        <Paper
          variant={narrow ? 'elevation' : 'outlined'}
          elevation={0}
          sx={{ ...SCROLLS_INSIDE, flex: 1, minWidth: 0, bgcolor: narrow ? 'transparent' : undefined }}
        >
          <ListBody narrow={narrow} />
          <PageReport narrow={narrow} />
        </Paper>
      </Box>
    </Box>
  );
}

function ListTools({ narrow }: { narrow: boolean }) {
  const entity = useEntity();
  const translate = useTranslate();
  const language = useLanguage();
  const { create } = useRights();
  const { filterValues } = useListContext();
  const [filtering, setFiltering] = useState(false);
  const active = Object.keys(filterValues).filter((name) => name !== 'filtro').length;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
      <SearchBox />
      <Box sx={{ flex: '1 0 0' }} />
      {entity.filters.length > 0 && (
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
      )}
      {!narrow && <ColumnsMenu />}
      <ExportMenu />
      {create && !narrow && (
        <Button size="small" variant="contained" startIcon={<AddIcon />} component={Link} to={create}>
          {translate('officina.list.create')}
        </Button>
      )}
      {create && narrow && (
        <Fab
          color="primary"
          component={Link}
          to={create}
          aria-label={translate('officina.list.create_one', { name: entity.title[language] })}
          sx={{ position: 'fixed', right: 16, bottom: 16, zIndex: 'fab' }}
        >
          <AddIcon />
        </Fab>
      )}
      {filtering && (
        <Suspense fallback={null}>
          <EntityFilters entity={entity} onClose={() => setFiltering(false)} />
        </Suspense>
      )}
    </Box>
  );
}

function ListBody({ narrow }: { narrow: boolean }) {
  const translate = useTranslate();
  const { isPending, isFetching, error, data, total, refetch } = useListContext();
  if (error && !data)
    return (
      <Alert
        severity="error"
        action={<Button onClick={() => refetch()}>{translate('officina.retry')}</Button>}
        sx={{ m: 2 }}
      >
        {translate('officina.list.failed')}. {reasonOf(error)}
      </Alert>
    );
  if (isPending) return <ListSkeleton narrow={narrow} />;
  if (total === 0) return <EmptyList />;
  return (
    <Box sx={{ ...(!narrow && SCROLLS_INSIDE), position: 'relative' }}>
      {isFetching && (
        <LinearProgress sx={{ position: 'absolute', top: 0, left: 0, right: 0, height: 2, zIndex: 4 }} />
      )}
      {narrow ? <EntityCards /> : <EntityTable />}
    </Box>
  );
}
