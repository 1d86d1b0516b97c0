/** The list on a phone: one card per row, with its name first and the rest as label and value. */
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { memo, type ReactNode, useDeferredValue, useMemo } from 'react';
import { useListContext } from 'react-admin';
import { displayColumns, displayOf, type Entity, type Field, type Row } from '../../schemas/entity.ts';
import { useLanguage } from '../context/application.tsx';
import { FieldValue } from '../display/cells.tsx';
import { type Place, useOpener } from './dialog.ts';
import { GroupHeading, groupsOf } from './GroupedBody.tsx';
import { useEntity, useRights } from './ListData.ts';
import { type Column, columnsAtFirst, isSilent } from './list-columns.ts';
import { RowActions } from './RowActions.tsx';
import { RowMenuButton } from './RowMenu.tsx';
import { type RowSlots, useRowSlots } from './row-slots.ts';

type EntityCardsProps = Pick<RowSlots, 'actions'>;

/** More cards than a phone shows at once. The others are drawn after them, without delaying a tap. */
const AT_FIRST = 6;

export function EntityCards(slots: EntityCardsProps) {
  const { actions } = { ...useRowSlots(), ...slots };
  const entity = useEntity();
  const { data = [] } = useListContext();
  const count = useDeferredValue(data.length, AT_FIRST);
  const rows = count < data.length ? data.slice(0, count) : data;
  const groups = entity.group ? groupsOf(rows, entity.group) : [{ value: '', rows }];
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {groups.map((group) => (
        <Box key={String(group.value)} sx={{ display: 'grid', gap: 1 }}>
          {entity.group && (
            <Typography component="h2" variant="subtitle2" color="textSecondary" sx={{ mt: 1 }}>
              <GroupHeading rows={group.rows} />
            </Typography>
          )}
          {group.rows.map((row) => (
            <RowCard key={String(row[entity.id])} row={row} actions={actions} />
          ))}
        </Box>
      ))}
    </Box>
  );
}

/**
 * Returns the title and the other columns of a card: the record's name, or the first column on the page of
 * another row.
 */
function partsOf(entity: Entity): { name?: Field; columns: Column[] } {
  const all = columnsAtFirst(entity);
  if (entity.master || entity.below) return { name: all[0]?.field, columns: all.slice(1) };
  const named = displayColumns(entity.display);
  return {
    columns: all.filter(({ field, source }) => !named.includes(field.name) && !named.includes(source)),
  };
}

const CONTENT = { flex: 1, minWidth: 0, p: 1.5 };
const OPENS = {
  ...CONTENT,
  position: 'relative',
  minHeight: 48,
  '&:hover': { bgcolor: 'action.hover' },
  // Links in the card are above the link that covers the card.
  '& dd :is(a, button)': { position: 'relative' },
};
const COVERS = {
  font: 'inherit',
  textAlign: 'start',
  overflowWrap: 'anywhere',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 1 },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-2px' },
};

const RowCard = memo(function RowCard({ row, actions }: EntityCardsProps & { row: Row }) {
  const language = useLanguage();
  const entity = useEntity();
  const { open } = useRights().of(row);
  const { mark } = useRowSlots();
  const { name, columns } = useMemo(() => partsOf(entity), [entity]);
  const called = name ? (
    <FieldValue entity={entity} field={name} value={row[name.name]} row={row} />
  ) : (
    displayOf(entity, row, language)
  );
  const content = (
    <>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {mark?.(row)}
        {open ? <Opening place={open}>{called}</Opening> : called}
      </Typography>
      <Box
        component="dl"
        sx={{ m: 0, mt: 0.5, display: 'grid', gridTemplateColumns: 'fit-content(45%) 1fr', columnGap: 1.5 }}
      >
        {columns.map((column) => (
          <CardLine key={column.source} column={column} row={row} />
        ))}
      </Box>
    </>
  );
  return (
    <Card variant="outlined" sx={{ display: 'flex', alignItems: 'flex-start' }}>
      <Box sx={open ? OPENS : CONTENT}>{content}</Box>
      {actions !== null && (
        <Box sx={{ py: 0.5, pr: 0.5, '& .MuiIconButton-root': { width: 48, height: 48 } }}>
          {actions ? (
            actions(row)
          ) : entity.hierarchy ? (
            <RowMenuButton entity={entity} row={row} />
          ) : (
            <RowActions row={row} />
          )}
        </Box>
      )}
    </Card>
  );
});

/** The name of the card is the link, and its area covers the card. */
function Opening({ place, children }: { place: Place; children: ReactNode }) {
  const openerOf = useOpener();
  return (
    <Link {...openerOf(place)} color="inherit" underline="none" sx={COVERS}>
      {children}
    </Link>
  );
}

function CardLine({ column: { field }, row }: { column: Column; row: Row }) {
  const entity = useEntity();
  const language = useLanguage();
  const cell = useRowSlots().cells?.[field.name];
  const value = row[field.name];
  if (isSilent(field, value)) return null;
  return (
    <>
      <Typography component="dt" variant="body2" color="textSecondary">
        {field.title[language]}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {cell?.(row) ?? <FieldValue entity={entity} field={field} value={value} row={row} />}
      </Typography>
    </>
  );
}
