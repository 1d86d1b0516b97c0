/** Rows under group headings (x-group), with groups in the order of their first row. */

import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { Children, Fragment, type ReactNode } from 'react';
import { DataTableRow, RecordContextProvider, useDataTableDataContext, useTranslate } from 'react-admin';
import { having } from '../../schemas/catalogue.ts';
import type { Row } from '../../schemas/entity.ts';
import { FieldValue } from '../display/cells.tsx';
import { useEntity } from './ListData.ts';

export function groupsOf(rows: Row[], name: string): { value: unknown; rows: Row[] }[] {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) groups.set(row[name], [...(groups.get(row[name]) ?? []), row]);
  return [...groups].map(([value, members]) => ({ value, rows: members }));
}

export function GroupHeading({ rows }: { rows: Row[] }) {
  const entity = useEntity();
  const translate = useTranslate();
  const field = entity.property(having(entity, 'group').group);
  const first = rows[0]!;
  const value = first[field.name];
  if (value === null || value === undefined || value === '')
    return <>{translate('officina.list.without_group')}</>;
  return <FieldValue entity={entity} field={field} value={value} row={first} />;
}

export function GroupedBody({ children }: { children?: ReactNode }) {
  const entity = useEntity();
  const rows = useDataTableDataContext() ?? [];
  const span = Children.toArray(children).length;
  return (
    <TableBody className="RaDataTable-tbody">
      {groupsOf(rows, having(entity, 'group').group).map((group) => (
        <Fragment key={String(group.value)}>
          <TableRow>
            <TableCell
              component="th"
              scope="rowgroup"
              colSpan={span}
              sx={{ fontWeight: 600, bgcolor: 'action.hover', color: 'text.secondary' }}
            >
              <GroupHeading rows={group.rows} />
            </TableCell>
          </TableRow>
          {group.rows.map((row) => (
            <RecordContextProvider value={row as never} key={String(row[entity.id])}>
              <DataTableRow className="RaDataTable-row">{children}</DataTableRow>
            </RecordContextProvider>
          ))}
        </Fragment>
      ))}
    </TableBody>
  );
}
