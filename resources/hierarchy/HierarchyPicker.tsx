/** A dialog to choose rows of a tree: by search, by filters, or by branch. */

import FilterListIcon from '@mui/icons-material/FilterList';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import { useMemo, useState } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import type { TreeNode } from '../../dataProvider/provider.ts';
import { having } from '../../schemas/catalogue.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { PAGE_SIZE } from '../../schemas/paging.ts';
import { numberOf } from '../../schemas/values.ts';
import { useLanguage } from '../context/application.tsx';
import { useNarrow } from '../context/useNarrow.ts';
import { FilterInput } from '../list/FilterInput.tsx';
import { changed } from '../list/filter-names.ts';
import { SearchInput } from '../list/SearchInput.tsx';
import HierarchyTree from './HierarchyTree.tsx';
import { fitting, limitsOf } from './nodes.ts';
import { PickDialog } from './PickDialog.tsx';
import { PickTable } from './PickTable.tsx';
import { TreeSearch } from './TreeSearch.tsx';
import type { TreePickerProps } from './tree-picker.ts';

/** Returns the filters and the page. New filters begin at page 1. */
function usePickQuery(entity: Entity) {
  const [query, setQuery] = useState<{ filters: Row; page: number }>({ filters: {}, page: 1 });
  return {
    ...query,
    turn: (page: number) => setQuery({ ...query, page }),
    narrow: (changes: Row) => setQuery({ filters: changed(entity, query.filters, changes), page: 1 }),
    reset: () => setQuery({ filters: {}, page: 1 }),
  };
}

export default function HierarchyPicker({ entity, from, where, chosen, onAdd, onClose }: TreePickerProps) {
  const translate = useTranslate();
  const narrowScreen = useNarrow();
  const query = usePickQuery(entity);
  const { filters, page, narrow } = query;
  const list = useGetList(
    entity.resource,
    {
      pagination: { page, perPage: PAGE_SIZE },
      sort: { field: entity.sort[0], order: entity.sort[1] },
      filter: { ...(where && fitting(entity, where)), ...filters },
      meta: from && { from },
    },
    { placeholderData: (before) => before },
  );
  const within = having(entity, 'hierarchy').hierarchy.within;
  const branch = numberOf(filters[within]);
  return (
    <PickDialog title={translate('officina.hierarchy.pick')} onClose={onClose}>
      <PickFilters entity={entity} query={query} />
      <Box sx={{ display: 'flex', gap: 2, flex: 1, minHeight: 0 }}>
        {!narrowScreen && (
          <PickTree
            entity={entity}
            filters={filters}
            where={where}
            branch={branch}
            onBranch={(id) => narrow({ [within]: id })}
          />
        )}
        <PickTable
          entity={entity}
          list={list}
          page={page}
          onPage={query.turn}
          chosen={chosen}
          onAdd={onAdd}
        />
      </Box>
    </PickDialog>
  );
}

function PickFilters({ entity, query }: { entity: Entity; query: ReturnType<typeof usePickQuery> }) {
  const translate = useTranslate();
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const { filters, narrow, reset } = query;
  const fields = entity.filters.flatMap((name) => entity.field(name) ?? []);
  return (
    <Box>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <SearchInput
          label={translate('officina.list.search_in', { name: entity.titles[language] })}
          text={String(filters.filtro ?? '')}
          onSearch={(text) => narrow({ filtro: text || undefined })}
          sx={{ flex: '1 1 180px', maxWidth: 360 }}
        />
        <Button
          size="small"
          startIcon={<FilterListIcon />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {translate('officina.list.filters')}
        </Button>
        {Object.values(filters).some((value) => value !== undefined) && (
          <Button size="small" onClick={reset}>
            {translate('officina.list.reset_filters')}
          </Button>
        )}
      </Box>
      <Collapse in={open} unmountOnExit>
        <Box
          sx={{
            display: 'grid',
            gap: 1.5,
            pt: 1.5,
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: '1fr 1fr 1fr' },
          }}
        >
          {fields.map((field) => (
            <FilterInput key={field.name} field={field} values={filters} onChange={narrow} />
          ))}
        </Box>
      </Collapse>
    </Box>
  );
}

interface PickTreeProps {
  entity: Entity;
  filters: Row;
  where: Row | undefined;
  branch: number | undefined;
  onBranch(id: number | undefined): void;
}

function PickTree({ entity, filters, where, branch, onBranch }: PickTreeProps) {
  const translate = useTranslate();
  const [typed, setTyped] = useState('');
  const key = JSON.stringify({ ...(where && { all: '1' }), ...limitsOf(entity, { ...where, ...filters }) });
  const limits = useMemo(() => JSON.parse(key), [key]);
  const take = ({ id }: TreeNode) => {
    setTyped('');
    onBranch(id === branch ? undefined : id);
  };
  return (
    <Box
      component="section"
      aria-label={translate('officina.list.tree')}
      sx={{ width: 300, flexShrink: 0, display: 'flex', flexDirection: 'column', minHeight: 0 }}
    >
      <TreeSearch entity={entity} limits={limits} typed={typed} onType={setTyped} onChoose={take}>
        <HierarchyTree
          entity={entity}
          limits={limits}
          chosen={branch}
          memory={`${entity.resource}.open`}
          onChoose={take}
        />
      </TreeSearch>
    </Box>
  );
}
