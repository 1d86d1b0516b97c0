/** The tree beside a mother/child table; choosing a node leaves only its rows in the table. */
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useGetList, useListContext, useTranslate } from 'react-admin';
import { type TreeNode, treeOf } from '../tree.ts';
import { useEntity } from './ListData.ts';

const ALL_ROWS = { pagination: { page: 1, perPage: 1000 } };

export function EntityTree() {
  const entity = useEntity();
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const { data } = useGetList(entity.resource, ALL_ROWS);
  const roots = useMemo(() => treeOf(entity, data ?? []), [entity, data]);
  const parent = entity.tree!.parent;
  const chosen = filterValues[parent] === undefined ? undefined : Number(filterValues[parent]);
  const choose = (id: number | undefined) => setFilters({ ...filterValues, [parent]: id });
  if (roots.length === 0) return null;
  return (
    <Paper
      variant="outlined"
      sx={{
        width: { xs: '100%', md: 300 },
        maxHeight: { xs: 240, md: 'none' },
        flexShrink: 0,
        p: 1.5,
        overflow: 'auto',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 36 }}>
        <Typography component="h2" variant="subtitle2" sx={{ px: 1 }}>
          {translate('officina.list.tree')}
        </Typography>
        {chosen !== undefined && (
          <Button size="small" onClick={() => choose(undefined)}>
            {translate('officina.list.tree_all')}
          </Button>
        )}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {roots.map((node) => (
          <Branch key={node.id} node={node} chosen={chosen} onChoose={choose} depth={0} />
        ))}
      </Box>
    </Paper>
  );
}

interface BranchProps {
  node: TreeNode;
  chosen: number | undefined;
  onChoose(id: number): void;
  depth: number;
}

function Branch({ node, chosen, onChoose, depth }: BranchProps) {
  const [open, setOpen] = useState(depth < 3);
  const inner = node.children.length > 0;
  return (
    <li>
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        {inner ? (
          <IconButton size="small" aria-expanded={open} aria-label={node.text} onClick={() => setOpen(!open)}>
            {open ? <ExpandMoreIcon fontSize="inherit" /> : <ChevronRightIcon fontSize="inherit" />}
          </IconButton>
        ) : (
          <Box sx={{ width: 28 }} />
        )}
        <Button
          size="small"
          color="inherit"
          aria-pressed={chosen === node.id}
          onClick={() => onChoose(node.id)}
          sx={{
            justifyContent: 'flex-start',
            textAlign: 'left',
            textTransform: 'none',
            fontWeight: chosen === node.id ? 600 : 400,
            bgcolor: chosen === node.id ? 'action.selected' : undefined,
          }}
        >
          {node.text}
        </Button>
      </Box>
      {inner && open && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, pl: 2 }}>
          {node.children.map((child) => (
            <Branch key={child.id} node={child} chosen={chosen} onChoose={onChoose} depth={depth + 1} />
          ))}
        </Box>
      )}
    </li>
  );
}
