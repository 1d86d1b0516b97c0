/** The rows below a record (x-below), in tabs of its page. Each tab is a list with buttons to add, open and delete. */

import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { lazy, Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { having, idOf } from '../../schemas/catalogue.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { useBeginning } from '../context/origin.ts';
import { formAddress, tabOfRows } from '../context/routes.ts';
import { HeaderLink } from '../form/FormHeader.tsx';
import { rowsBelow } from '../form/parent-record.ts';
import { useEmptyHint } from '../list/empty-words.ts';
import { rightsOf } from '../list/ListData.ts';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import { RowActions } from '../list/RowActions.tsx';
import type { DetailTab } from './record-tabs.ts';

const EmbeddedList = lazy(() => import('./EmbeddedList.tsx'));

export function useTabsBelow(entity: Entity): (record: Row) => DetailTab[] {
  const application = useApplication();
  const translate = useTranslate();
  const language = useLanguage();
  const all = rowsBelow(entity, application);
  return (record) =>
    all.map((rows) => {
      const id = idOf(entity, record);
      const key = tabOfRows(rows);
      const adds = rightsOf(rows, application).create && formAddress(rows, undefined, id);
      const label = translate('officina.list.create');
      const count = record[`num_${key}`];
      return {
        key,
        label: rows.titles[language],
        count: typeof count === 'number' ? count : undefined,
        element: (
          <Suspense fallback={<ListSkeleton />}>
            <RowsBelow rows={rows} id={id} add={adds} />
          </Suspense>
        ),
        actions: adds && <HeaderLink to={adds} label={label} startIcon={<AddIcon />} variant="contained" />,
      };
    });
}

function RowsBelow({ rows, id, add }: { rows: Entity; id: number; add: string | undefined }) {
  const translate = useTranslate();
  const hintOf = useEmptyHint();
  const begun = useBeginning();
  const below = having(rows, 'below').below;
  return (
    <EmbeddedList
      entity={rows}
      filter={{ [rows.property(below).query]: id }}
      without={[below]}
      actions={(row) => <RowActions row={row} />}
      hint={hintOf(rows, add !== undefined)}
      next={
        add && (
          <Button component={Link} to={add} state={begun} variant="contained" startIcon={<AddIcon />}>
            {translate('officina.list.create')}
          </Button>
        )
      }
    />
  );
}
