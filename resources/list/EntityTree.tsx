/** The tree next to a mother/child table. A selected node filters the table to its rows. */

import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useGetList, useListContext, useTranslate } from 'react-admin';
import { having } from '../../schemas/catalogue.ts';
import { PAGE_SIZE_MAX } from '../../schemas/paging.ts';
import { useEntity } from './ListData.ts';
import { ShowAll, SidePane } from './SidePane.tsx';
import { type Tree, treeOf } from './tree-rows.ts';

const NONE: number[] = [];
const LEVELS_OPEN = 2;
const ALL_ROWS = { pagination: { page: 1, perPage: PAGE_SIZE_MAX } };

export function EntityTree() {
  const entity = useEntity();
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const { data } = useGetList(entity.resource, ALL_ROWS);
  const tree = useMemo(() => treeOf(entity, data ?? []), [entity, data]);
  const parent = having(entity, 'tree').tree.parent;
  const chosen = filterValues[parent] === undefined ? undefined : Number(filterValues[parent]);
  const choose = (id: number | undefined) => setFilters({ ...filterValues, [parent]: id });
  if (tree.roots.length === 0) return null;
  return (
    <SidePane sx={{ p: 1.5, overflow: 'auto' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 36 }}>
        <Typography component="h2" variant="subtitle2" sx={{ px: 1 }}>
          {translate('officina.list.tree')}
        </Typography>
        {chosen !== undefined && <ShowAll onClick={() => choose(undefined)} />}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {tree.roots.map((id) => (
          <Branch key={id} tree={tree} id={id} above={NONE} chosen={chosen} onChoose={choose} />
        ))}
      </Box>
    </SidePane>
  );
}

interface BranchProps {
  tree: Tree;
  id: number;
  above: number[];
  chosen: number | undefined;
  onChoose(id: number): void;
}

function Branch({ tree, id, above, chosen, onChoose }: BranchProps) {
  const [open, setOpen] = useState(above.length < LEVELS_OPEN);
  const text = tree.textOf(id);
  const children = tree.childrenOf(id, above);
  return (
    <li>
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        {children.length > 0 ? (
          <IconButton size="small" aria-expanded={open} aria-label={text} onClick={() => setOpen(!open)}>
            {open ? <ExpandMoreIcon fontSize="inherit" /> : <ChevronRightIcon fontSize="inherit" />}
          </IconButton>
        ) : (
          <Box sx={{ width: 28 }} />
        )}
        <Button
          size="small"
          color="inherit"
          aria-pressed={chosen === id}
          onClick={() => onChoose(id)}
          sx={{
            justifyContent: 'flex-start',
            textAlign: 'left',
            textTransform: 'none',
            fontWeight: chosen === id ? 600 : 400,
            bgcolor: chosen === id ? 'action.selected' : undefined,
          }}
        >
          {text}
        </Button>
      </Box>
      {children.length > 0 && open && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, pl: 2 }}>
          {children.map((child) => (
            <Branch
              key={child}
              tree={tree}
              id={child}
              above={[...above, id]}
              chosen={chosen}
              onChoose={onChoose}
            />
          ))}
        </Box>
      )}
    </li>
  );
}
