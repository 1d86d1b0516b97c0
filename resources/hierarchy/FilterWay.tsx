/** The path to the node that filters a list. A click on a step filters by that node instead. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslate } from 'react-admin';
import { nameOf } from './nodes.ts';
import { type TreeBeside, useChosenNode } from './tree-filter.ts';
import { useWay } from './useWay.ts';

export function FilterWay({ tree }: { tree: TreeBeside }) {
  const translate = useTranslate();
  const { chosen, choose } = useChosenNode(tree);
  const way = useWay(tree.entity, chosen);
  if (chosen === undefined || !way || way.length === 0) return null;
  const steps = [
    { id: undefined, name: translate('officina.list.tree_all') },
    ...way.map((node) => ({
      id: node.id,
      name: nameOf(tree.entity, node),
      closed: node.is_selectable === 0,
    })),
  ];
  return (
    <Box component="nav" aria-label={translate('officina.hierarchy.way')} sx={{ mb: 1 }}>
      <Box
        component="ol"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'flex',
          flexWrap: 'wrap',
          typography: 'body2',
          '& li:not(:first-of-type)::before': { content: '"›"', mx: 0.75, color: 'text.secondary' },
        }}
      >
        {steps.map(({ id, name, ...step }, index) => {
          const isLast = index === steps.length - 1;
          return (
            <li key={id ?? 0} aria-current={isLast ? 'location' : undefined}>
              {isLast || ('closed' in step && step.closed) ? (
                name
              ) : (
                <Link component="button" type="button" variant="body2" onClick={() => choose(id)}>
                  {name}
                </Link>
              )}
            </li>
          );
        })}
      </Box>
    </Box>
  );
}
