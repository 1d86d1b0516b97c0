/** The list on a phone: a card a row, its name first, the rest as label and value. */
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Typography from '@mui/material/Typography';
import { useId, useMemo } from 'react';
import { useListContext } from 'react-admin';
import { displayColumns, displayOf, type Entity, type Field, type Row } from '../../schemas/entity.ts';
import { FieldValue } from '../cells.tsx';
import { useLanguage } from '../House.tsx';
import { type Column, columnsOf, isSilent } from './columns.ts';
import { useOpener } from './dialog.ts';
import { GroupHeading, groupsOf } from './GroupedBody.tsx';
import { useEntity, useRights } from './ListData.ts';
import { type RowSlots, useRowSlots } from './ListSlots.ts';
import { RowActions } from './RowActions.tsx';
import { RowMenuButton } from './RowMenu.tsx';

type EntityCardsProps = Pick<RowSlots, 'actions'>;

export function EntityCards(own: EntityCardsProps) {
  const { actions } = { ...useRowSlots(), ...own };
  const entity = useEntity();
  const { data = [] } = useListContext();
  const groups = entity.group ? groupsOf(data, entity.group) : [{ value: '', rows: data as Row[] }];
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

/** A card is named as its record is; on the page of another row, or under one beside the list, by its first column. */
function partsOf(entity: Entity): { name?: Field; columns: Column[] } {
  const all = columnsOf(entity);
  if (entity.master || entity.below) return { name: all[0]?.field, columns: all.slice(1) };
  const named = displayColumns(entity.display);
  return {
    columns: all.filter(({ field, source }) => !named.includes(field.name) && !named.includes(source)),
  };
}

function RowCard({ row, actions }: EntityCardsProps & { row: Row }) {
  const entity = useEntity();
  const { open } = useRights().of(row);
  const openerOf = useOpener();
  const { mark } = useRowSlots();
  const { name, columns } = useMemo(() => partsOf(entity), [entity]);
  const title = useId();
  const content = (
    <>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {mark?.(row)}
        <span id={title}>
          {name ? (
            <FieldValue entity={entity} field={name} value={row[name.name]} row={row} />
          ) : (
            displayOf(entity, row)
          )}
        </span>
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
      {open ? (
        <CardActionArea
          {...openerOf(open)}
          aria-labelledby={title}
          sx={{ flex: 1, minWidth: 0, p: 1.5, minHeight: 48 }}
        >
          {content}
        </CardActionArea>
      ) : (
        <Box sx={{ flex: 1, minWidth: 0, p: 1.5 }}>{content}</Box>
      )}
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
}

function CardLine({ column: { field }, row }: { column: Column; row: Row }) {
  const entity = useEntity();
  const language = useLanguage();
  const own = useRowSlots().cells?.[field.name];
  const value = row[field.name];
  if (isSilent(field, value)) return null;
  return (
    <>
      <Typography component="dt" variant="body2" color="textSecondary">
        {field.title[language]}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {own?.(row) ?? <FieldValue entity={entity} field={field} value={value} row={row} />}
      </Typography>
    </>
  );
}
