/** The rows to choose from, each with a button that adds it. */

import AddIcon from '@mui/icons-material/Add';
import CheckIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { idOf } from '../../schemas/catalogue.ts';
import { displayOf, type Entity, type Row } from '../../schemas/entity.ts';
import { PAGE_SIZE } from '../../schemas/paging.ts';
import { useLanguage } from '../context/application.tsx';
import { useNarrow } from '../context/useNarrow.ts';
import { FieldValue } from '../display/cells.tsx';
import { Emptiness } from '../feedback/Emptiness.tsx';
import { ListFailure } from '../list/ListFailure.tsx';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import { type Column, columnsAtFirst, isSilent } from '../list/list-columns.ts';
import { Pages } from '../list/Pages.tsx';
import { PlainTable } from '../list/PlainTable.tsx';

/** The maximum number of columns: next to a tree there is no space for more. */
const COLUMNS = 6;

interface PickTableProps {
  entity: Entity;
  list: {
    data?: Row[];
    total?: number;
    error: Error | null;
    refetch(): unknown;
  };
  page: number;
  onPage(page: number): void;
  chosen: number[];
  onAdd(id: number): void;
}

/** Returns the columns that the rows contain. A call of choices returns fewer than the list. */
const columnsIn = (entity: Entity, rows: Row[]): Column[] =>
  columnsAtFirst(entity)
    .filter(({ field, source }) => rows.some((row) => field.name in row || source in row))
    .slice(0, COLUMNS);

export function PickTable({ entity, list, page, onPage, chosen, onAdd }: PickTableProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const narrow = useNarrow();
  if (list.error && !list.data) return <ListFailure error={list.error} onRetry={list.refetch} />;
  if (!list.data) return <ListSkeleton />;
  return (
    <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', minHeight: 0 }}>
      <Box sx={{ flex: 1, overflow: 'auto', minHeight: 0, position: 'relative' }}>
        {list.data.length === 0 ? (
          <Emptiness
            title={translate('officina.list.no_results')}
            hint={translate('officina.list.no_results_hint')}
          />
        ) : (
          <PlainTable
            label={entity.titles[language]}
            rows={list.data}
            keyOf={(row) => idOf(entity, row)}
            columns={columnsIn(entity, list.data).map(({ field, source }) => ({
              key: source,
              label: field.title[language],
              value: (row: Row) => {
                const value = row[field.name] ?? row[source];
                if (narrow && isSilent(field, value)) return null;
                return <FieldValue entity={entity} field={field} value={value} row={row} />;
              },
            }))}
            actions={(row) => <AddButton entity={entity} row={row} chosen={chosen} onAdd={onAdd} />}
          />
        )}
      </Box>
      <Pages page={page} perPage={PAGE_SIZE} total={list.total ?? 0} onPage={onPage} />
    </Box>
  );
}

type AddButtonProps = Pick<PickTableProps, 'entity' | 'chosen' | 'onAdd'> & { row: Row };

function AddButton({ entity, row, chosen, onAdd }: AddButtonProps) {
  const translate = useTranslate();
  const narrow = useNarrow();
  const id = idOf(entity, row);
  const added = chosen.includes(id);
  const action = translate(added ? 'officina.hierarchy.added' : 'officina.hierarchy.add');
  return (
    <Button
      size="small"
      disabled={added}
      startIcon={added ? <CheckIcon /> : <AddIcon />}
      aria-label={translate('officina.list.act_on', { action, name: displayOf(entity, row) })}
      onClick={() => onAdd(id)}
      sx={{ minHeight: narrow ? 48 : undefined }}
    >
      {action}
    </Button>
  );
}
