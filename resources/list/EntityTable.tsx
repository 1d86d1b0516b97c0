/** The dense table: sticky header, columns that the user chooses and orders, rows under group headings. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { Theme } from '@mui/material/styles';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import { DataTable, type RaRecord, useTranslate } from 'react-admin';
import type { Entity, Field, Language, Row } from '../../schemas/entity.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { useBegin, useBeginning } from '../context/origin.ts';
import { FieldValue, isRightAligned } from '../display/cells.tsx';
import { BulkBar } from './BulkBar.tsx';
import { CutTooltip } from './CutTooltip.tsx';
import { type Place, useDialog, useOpener } from './dialog.ts';
import { GroupedBody } from './GroupedBody.tsx';
import { rightsOf, useEntity } from './ListData.ts';
import { type Column, headLength } from './list-columns.ts';
import { RowActions } from './RowActions.tsx';
import { type RowSlots, useRowSlots } from './row-slots.ts';
import { SelectPage, SelectRow } from './Selection.tsx';
import { useColumns } from './useColumns.ts';
import { columnStyle, FITTED_STYLE, useFittedColumns } from './useFittedColumns.ts';

const ACTIONS = 'row-actions';

const TABLE_STYLE = {
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  position: 'relative',
  // The position keeps hidden texts of cells outside the visible part inside the table.
  '& .RaDataTable-tableWrapper': { position: 'relative', overflow: 'auto', minHeight: 0 },
  [`& .${ACTIONS}`]: { position: 'sticky', right: 0, bgcolor: 'background.paper' },
  [`& .MuiTableRow-root:hover td.${ACTIONS}`]: {
    backgroundImage: ({ palette }: Theme) => `linear-gradient(${palette.action.hover} 0 0)`,
  },
  [`& .MuiTableCell-head.${ACTIONS}`]: { zIndex: 3 },
  '& .MuiTableCell-root': {
    height: 36,
    py: 0,
    px: 1,
    maxWidth: 360,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  },
  '& .MuiTableCell-root.row-select': { px: 0.5, width: 40 },
  '& .MuiCheckbox-root': { p: 0.5 },
  '& .MuiTableCell-head': {
    fontWeight: 600,
    bgcolor: 'background.paper',
    whiteSpace: 'normal',
    fontSize: '0.75rem',
    lineHeight: 1.2,
    overflow: 'visible',
  },
  '& .MuiTableSortLabel-root': { position: 'relative' },
  '& .MuiTableSortLabel-icon': { position: 'absolute', right: -14, m: 0, fontSize: 14 },
  '& .MuiTableCell-alignRight .MuiTableSortLabel-icon': { right: 'auto', left: -14 },
  '& .RaDataTable-clickableRow': { cursor: 'pointer' },
  ...FITTED_STYLE,
};

/**
 * Returns the width of a header: its text, its padding and the sort arrow. Letters are narrower than the
 * digits of `ch`.
 */
function headWidth(title: string): string | undefined {
  const length = headLength(title);
  return length === undefined ? undefined : `calc(${0.9 * length}ch + 18px)`;
}

/** The style of a row's name as a link or a button, which is cut off if there is not enough space. */
const NAME_STYLE = {
  fontWeight: 500,
  verticalAlign: 'baseline',
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
};

const ownActions = (row: Row): ReactNode => <RowActions row={row} />;

export function EntityTable(slots: Pick<RowSlots, 'mark' | 'actions'>) {
  const { mark, actions, bulk } = { ...useRowSlots(), ...slots };
  const entity = useEntity();
  const application = useApplication();
  const language = useLanguage();
  const translate = useTranslate();
  const rights = rightsOf(entity, application);
  const { open } = useDialog();
  const [begin, begun] = [useBegin(), useBeginning()];
  const { visible, naming } = useColumns();
  const box = useRef<HTMLElement>(null);
  useFittedColumns(box);
  const openRow = (row: Row): string | false => {
    const { open: place } = rights.of(row);
    if (typeof place === 'object') open(place.dialog);
    if (typeof place !== 'string' || !begun) return typeof place === 'string' && place;
    begin(place);
    return false;
  };
  const rowActions = actions === undefined && rights.acts ? ownActions : actions;
  return (
    <CutTooltip box={box}>
      <DataTable
        stickyHeader
        size="small"
        // useColumns chooses the columns. react-admin's own table hides and moves none.
        storeKey={`${entity.resource}.table`}
        sx={TABLE_STYLE}
        body={entity.group ? GroupedBody : undefined}
        bulkActionsToolbar={<BulkBar />}
        bulkActionButtons={false}
        rowClick={(_id, _resource, row: RaRecord) => openRow(row)}
        hover
      >
        {(bulk ?? (rights.selects && actions === undefined)) && selectColumn()}
        {visible.map((column, index) =>
          fieldColumn(entity, column, language, (row) => (
            <>
              {index === 0 && mark?.(row)}
              <NamedCell
                entity={entity}
                field={column.field}
                row={row}
                place={column.source === naming?.source ? rights.of(row).open : undefined}
              />
            </>
          )),
        )}
        {rowActions && actionsColumn(translate('officina.list.row_actions'), rowActions)}
      </DataTable>
    </CutTooltip>
  );
}

// These are elements and not components, because a body under group headings counts its columns.

const selectColumn = () => (
  <DataTable.Col
    key="select"
    label={<SelectPage />}
    disableSort
    className="row-select"
    render={(row: RaRecord) => <SelectRow row={row} />}
  />
);

const fieldColumn = (
  entity: Entity,
  { field, source, sortable }: Column,
  language: Language,
  cell: (row: Row) => ReactNode,
) => (
  <DataTable.Col
    key={source}
    source={source}
    label={field.title[language]}
    disableSort={!sortable}
    align={isRightAligned(field) ? 'right' : undefined}
    style={columnStyle(field, {
      minWidth: headWidth(field.title[language]),
      code: entity.key?.includes(field.name) === true,
    })}
    render={cell}
  />
);

const actionsColumn = (label: string, actions: (row: Row) => ReactNode) => (
  <DataTable.Col key="actions" label={label} disableSort align="right" className={ACTIONS} render={actions} />
);

interface NamedCellProps {
  entity: Entity;
  field: Field;
  row: Row;
  place: Place | undefined;
}

/** The cell that names the row. It is a link to the row, for keyboard users and for new tabs. */
function NamedCell({ entity, field, row, place }: NamedCellProps) {
  const openerOf = useOpener();
  const { cells } = useRowSlots();
  const value: ReactNode = cells?.[field.name]?.(row) ?? (
    <FieldValue entity={entity} field={field} value={row[field.name]} row={row} />
  );
  if (!place) return value;
  const opener = openerOf(place);
  return (
    <Link
      {...opener}
      color="inherit"
      underline="hover"
      onClick={(event: MouseEvent) => {
        event.stopPropagation();
        opener.onClick?.();
      }}
      sx={NAME_STYLE}
    >
      {row[field.name] === null || row[field.name] === '' ? <Box component="span">…</Box> : value}
    </Link>
  );
}
