/** Searches rows in a tree. A chosen hit is selected in the tree. */
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import type { OfficinaProvider, TreeNode } from '../../dataProvider/provider.ts';
import type { Entity } from '../../schemas/entity.ts';
import { reasonOf } from '../feedback/toasts.ts';
import { SearchInput } from '../list/SearchInput.tsx';
import { nameOf } from './nodes.ts';
import { type Limits, treeKey } from './useLevels.ts';

interface TreeSearchProps {
  entity: Entity;
  limits: Limits;
  typed: string;
  onType(text: string): void;
  onChoose(node: TreeNode): void;
  /** The tree, displayed while the search text is empty. */
  children: ReactNode;
}

export function TreeSearch({ entity, limits, typed, onType, onChoose, children }: TreeSearchProps) {
  const translate = useTranslate();
  return (
    <>
      <SearchInput
        label={translate('officina.hierarchy.search')}
        text={typed}
        onSearch={onType}
        sx={{ mx: 1, mb: 0.5 }}
      />
      {typed.trim() === '' ? (
        children
      ) : (
        <Hits entity={entity} limits={limits} typed={typed.trim()} onChoose={onChoose} />
      )}
    </>
  );
}

function Hits({ entity, limits, typed, onChoose }: Omit<TreeSearchProps, 'onType' | 'children'>) {
  const translate = useTranslate();
  const provider = useDataProvider<OfficinaProvider>();
  const { data, error } = useQuery({
    queryKey: [...treeKey(entity), 'search', typed, limits],
    queryFn: () => provider.searchTree(entity.resource, typed, limits),
    placeholderData: keepPreviousData,
  });
  const status = error
    ? reasonOf(error)
    : !data
      ? translate('officina.loading')
      : data.total === 0
        ? translate('officina.form.no_options')
        : translate('officina.hierarchy.hits', { smart_count: data.total });
  return (
    <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
      <Typography role="status" variant="caption" color="textSecondary" sx={{ display: 'block', px: 2 }}>
        {status}
      </Typography>
      <List dense disablePadding aria-label={translate('officina.hierarchy.search')}>
        {data?.rows.map((node) => (
          <ListItem key={node.id} disablePadding>
            <ListItemButton onClick={() => onChoose(node)} sx={{ py: 0.25 }}>
              <ListItemText
                primary={nameOf(entity, node)}
                secondary={node.percorso
                  ?.slice(0, -1)
                  .map(({ nome }) => nome)
                  .join(' › ')}
                slotProps={{ secondary: { variant: 'caption' } }}
                sx={{ overflowWrap: 'anywhere' }}
              />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
      {data && data.rows.length < data.total && (
        <Typography variant="caption" color="textSecondary" sx={{ display: 'block', px: 2, py: 1 }}>
          {translate('officina.hierarchy.more_hits')}
        </Typography>
      )}
    </Box>
  );
}
