/**
 * The tree next to a list. A selected node filters the list to its rows and those below. On a phone the tree is in
 * a drawer.
 */

import AccountTreeIcon from '@mui/icons-material/AccountTreeOutlined';
import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { createContext, lazy, type ReactNode, Suspense, useContext, useId, useMemo, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import type { TreeNode } from '../../dataProvider/provider.ts';
import { having } from '../../schemas/catalogue.ts';
import { useApplication } from '../context/application.tsx';
import { useNarrow } from '../context/useNarrow.ts';
import { rightsOf, useEntity } from '../list/ListData.ts';
import { useRowMenu } from '../list/RowMenu.tsx';
import { ShowAll } from '../list/SidePane.tsx';
import { limitsOf } from './nodes.ts';
import { TreeSearch } from './TreeSearch.tsx';
import { type TreeBeside, useChosenNode } from './tree-filter.ts';
import { useSplit } from './useSplit.ts';

/** On a phone the tree is loaded when its drawer opens. */
const loadTree = () => import('./HierarchyTree.tsx');
const HierarchyTree = lazy(loadTree);

const TreeBesideContext = createContext<TreeBeside | undefined>(undefined);

const useTree = (): TreeBeside => useContext(TreeBesideContext)!;

/** Draws the tree of the list's own entity, or of another entity to which its rows refer. */
export default function HierarchyPane({ tree }: { tree?: TreeBeside }) {
  const narrow = useNarrow();
  const own = useEntity();
  const visible = tree ?? { entity: own, filter: having(own, 'hierarchy').hierarchy.within };
  if (!narrow) void loadTree().catch(() => undefined);
  return <TreeBesideContext value={visible}>{narrow ? <InDrawer /> : <InPane />}</TreeBesideContext>;
}

function InPane() {
  const translate = useTranslate();
  const list = useEntity();
  const { width, shown: visible, show, handle } = useSplit(`${list.resource}.tree`);
  if (!visible)
    return (
      <IconButton
        size="small"
        aria-label={translate('officina.hierarchy.show')}
        onClick={() => show(true)}
        sx={{ alignSelf: 'flex-start' }}
      >
        <ChevronRightIcon />
      </IconButton>
    );
  return (
    <Box sx={{ display: 'flex', flexShrink: 0, minHeight: 0, mr: -1 }}>
      <Paper
        variant="outlined"
        component="section"
        aria-label={translate('officina.list.tree')}
        sx={{ width, display: 'flex', flexDirection: 'column', minHeight: 240 }}
      >
        <TreeWithSearch
          aside={
            <IconButton
              size="small"
              aria-label={translate('officina.hierarchy.hide')}
              onClick={() => show(false)}
            >
              <ChevronLeftIcon fontSize="small" />
            </IconButton>
          }
        />
      </Paper>
      <Box
        {...handle}
        aria-label={translate('officina.hierarchy.width')}
        sx={{
          width: 8,
          cursor: 'col-resize',
          touchAction: 'none',
          borderRadius: 1,
          '&:hover, &:focus-visible': { bgcolor: 'action.selected' },
        }}
      />
    </Box>
  );
}

function InDrawer() {
  const translate = useTranslate();
  const title = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<AccountTreeIcon />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        sx={{ minHeight: 48 }}
      >
        {translate('officina.list.tree')}
      </Button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-labelledby': title,
            sx: { width: 'min(100%, 420px)', display: 'flex', flexDirection: 'column' },
          },
        }}
      >
        <TreeWithSearch
          titleId={title}
          touch
          onChosen={() => setOpen(false)}
          aside={
            <IconButton aria-label={translate('officina.close')} onClick={() => setOpen(false)}>
              <CloseIcon />
            </IconButton>
          }
        />
      </Drawer>
    </>
  );
}

interface TreeWithSearchProps {
  titleId?: string;
  touch?: boolean;
  onChosen?(): void;
  aside: ReactNode;
}

function TreeWithSearch({ titleId, touch, onChosen, aside }: TreeWithSearchProps) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const application = useApplication();
  const list = useEntity();
  const tree = useTree();
  const { entity } = tree;
  const { filterValues } = useListContext();
  const { chosen, choose } = useChosenNode(tree);
  const [typed, setTyped] = useState('');
  const key = JSON.stringify(entity.name === list.name ? limitsOf(entity, filterValues) : {});
  const limits = useMemo(() => JSON.parse(key), [key]);
  const { open, menu } = useRowMenu(entity, (row) => row[entity.id] === chosen && choose(undefined));
  const take = (node: TreeNode) => {
    setTyped('');
    if (node.id !== chosen) choose(node.id);
    onChosen?.();
  };
  const openPage = (node: TreeNode) => {
    const { open: page } = rightsOf(entity, application).of(node);
    // This runs after the list has written its filter into the address, which it does with a delay.
    if (typeof page === 'string') setTimeout(() => navigate(page));
  };
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 44, pl: 1.5, pr: 0.5 }}>
        <Typography id={titleId} component="h2" variant="subtitle2" sx={{ flex: 1 }}>
          {translate('officina.list.tree')}
        </Typography>
        {chosen !== undefined && <ShowAll onClick={() => choose(undefined)} />}
        {aside}
      </Box>
      <TreeSearch entity={entity} limits={limits} typed={typed} onType={setTyped} onChoose={take}>
        <Suspense fallback={null}>
          <HierarchyTree
            entity={entity}
            limits={limits}
            chosen={chosen}
            memory={`${list.resource}.open`}
            touch={touch}
            onChoose={take}
            onOpen={openPage}
            onMenu={open}
          />
        </Suspense>
      </TreeSearch>
      {menu}
    </>
  );
}
