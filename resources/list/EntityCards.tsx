/** The list on a phone: a card a row, its name first, the rest as label and value. */
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useListContext } from 'react-admin';
import { Link } from 'react-router';
import { displayColumns, displayOf, type Row } from '../../schemas/entity.ts';
import { FieldValue } from '../cells.tsx';
import { useLanguage } from '../House.tsx';
import { type Column, columnsOf } from './columns.ts';
import { GroupHeading, groupsOf } from './GroupedBody.tsx';
import { useEntity, useRights } from './ListData.ts';
import { RowActions } from './RowActions.tsx';

export function EntityCards() {
  const entity = useEntity();
  const { data = [] } = useListContext();
  const groups = entity.group ? groupsOf(data, entity.group) : [{ value: '', rows: data as Row[] }];
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {groups.map((group) => (
        <Box key={String(group.value)} sx={{ display: 'grid', gap: 1 }}>
          {entity.group && (
            <Typography component="h2" variant="subtitle2" color="text.secondary" sx={{ mt: 1 }}>
              <GroupHeading rows={group.rows} />
            </Typography>
          )}
          {group.rows.map((row) => (
            <RowCard key={String(row[entity.id])} row={row} />
          ))}
        </Box>
      ))}
    </Box>
  );
}

function RowCard({ row }: { row: Row }) {
  const entity = useEntity();
  const { form } = useRights().of(row);
  const columns = useMemo(() => {
    const named = displayColumns(entity.display);
    return columnsOf(entity).filter(
      ({ field, source }) =>
        !named.includes(field.name) && !named.includes(source) && field.name !== entity.group,
    );
  }, [entity]);
  const content = (
    <>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{displayOf(entity, row)}</Typography>
      <Box
        component="dl"
        sx={{ m: 0, mt: 0.5, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 1.5 }}
      >
        {columns.map((column) => (
          <CardLine key={column.source} column={column} row={row} />
        ))}
      </Box>
    </>
  );
  return (
    <Card variant="outlined" sx={{ display: 'flex', alignItems: 'flex-start' }}>
      {form ? (
        <CardActionArea component={Link} to={form} sx={{ flex: 1, minWidth: 0, p: 1.5, minHeight: 48 }}>
          {content}
        </CardActionArea>
      ) : (
        <Box sx={{ flex: 1, minWidth: 0, p: 1.5 }}>{content}</Box>
      )}
      <Box sx={{ py: 0.5, pr: 0.5, '& .MuiIconButton-root': { width: 44, height: 44 } }}>
        <RowActions row={row} />
      </Box>
    </Card>
  );
}

function CardLine({ column: { field }, row }: { column: Column; row: Row }) {
  const entity = useEntity();
  const language = useLanguage();
  const value = row[field.name];
  if (value === null || value === undefined || value === '' || (field.kind === 'flag' && value === 0))
    return null;
  return (
    <>
      <Typography component="dt" variant="body2" color="text.secondary">
        {field.title[language]}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        <FieldValue entity={entity} field={field} value={value} row={row} />
      </Typography>
    </>
  );
}
