/** The history of a record: the users who changed it, the fields and the times, newest first. */

import ArrowForwardIcon from '@mui/icons-material/ArrowForward';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import type { Change, OfficinaProvider } from '../../dataProvider/provider.ts';
import { idOf } from '../../schemas/catalogue.ts';
import { displayOf, type Entity, type Row } from '../../schemas/entity.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { useLanguage, usePlantZone } from '../context/application.tsx';
import { FieldValue } from '../display/cells.tsx';
import { Failure } from '../feedback/Failure.tsx';
import { Loading } from '../feedback/Loading.tsx';
import { SideDrawer } from '../feedback/SideDrawer.tsx';
import { formatInstant } from '../format/format.ts';

interface HistoryDrawerProps {
  entity: Entity;
  record: Row;
  onClose(): void;
}

/** Reads the history each time the drawer opens. */
function useHistory(entity: Entity, record: Row) {
  const provider = useDataProvider<OfficinaProvider>();
  const id = idOf(entity, record);
  return useQuery<Change[], Error>({
    queryKey: [entity.resource, 'history', id],
    queryFn: () => provider.history(entity.resource, id),
    gcTime: 0,
  });
}

export default function HistoryDrawer({ entity, record, onClose }: HistoryDrawerProps) {
  const language = useLanguage();
  const translate = useTranslate();
  const title = useId();
  const { data: changes, error, refetch } = useHistory(entity, record);
  return (
    <SideDrawer titleId={title} width={{ sm: 480 }} onClose={onClose}>
      <Box sx={{ display: 'flex', alignItems: 'center', px: 2, py: 1 }}>
        <Typography id={title} component="h2" variant="h6" noWrap sx={{ flex: 1 }}>
          {translate('officina.history.of', { name: displayOf(entity, record, language) })}
        </Typography>
        <IconButton aria-label={translate('officina.close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, px: 2, pb: 2 }}>
        {changes === undefined && (
          <li>{error ? <Failure error={error} onRetry={refetch} /> : <Loading height={80} />}</li>
        )}
        {changes?.length === 0 && (
          <Typography component="li" color="textSecondary">
            {translate('officina.history.empty')}
          </Typography>
        )}
        {changes?.map((change) => (
          <ChangeItem key={change.id} entity={entity} record={record} change={change} />
        ))}
      </Box>
    </SideDrawer>
  );
}

function ChangeItem({ entity, record, change }: { entity: Entity; record: Row; change: Change }) {
  const translate = useTranslate();
  const language = useLanguage();
  const zone = usePlantZone();
  const visible = change.modifiche.filter(({ campo }) => entity.field(campo));
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: '1px solid', borderColor: 'divider' }}>
      <Typography variant="body2">
        <strong>{change.detto ?? translate(`officina.history.${change.operazione}`)}</strong>
        {' · '}
        {change.utente ?? translate('officina.history.nobody')}
        {' · '}
        {change.fatto ? (
          translate('officina.history.late', {
            done: formatInstant(change.fatto, zone),
            arrived: formatInstant(change.data, zone),
          })
        ) : (
          <time dateTime={change.data}>{formatInstant(change.data, zone)}</time>
        )}
      </Typography>
      <Box
        component="dl"
        sx={{ m: 0, mt: 0.5, display: 'grid', gridTemplateColumns: 'minmax(96px, 30%) 1fr', gap: 0.5 }}
      >
        {visible.map(({ campo, da, a }) => (
          <ChangeLine
            key={campo}
            label={entity.property(campo).title[language]}
            from={
              change.operazione === 'create' ? undefined : (
                <HistoryValue entity={entity} record={record} name={campo} value={da} />
              )
            }
            to={<HistoryValue entity={entity} record={record} name={campo} value={a} />}
          />
        ))}
      </Box>
    </Box>
  );
}

function ChangeLine({ label, from, to }: { label: string; from: React.ReactNode; to: React.ReactNode }) {
  const translate = useTranslate();
  return (
    <>
      <Typography component="dt" variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {from !== undefined && (
          <>
            <Box component="span" sx={{ textDecoration: 'line-through', color: 'text.secondary' }}>
              {from}
            </Box>
            <ArrowForwardIcon
              titleAccess={translate('officina.history.became')}
              sx={{ fontSize: 14, mx: 0.5, verticalAlign: 'middle' }}
            />
          </>
        )}
        {to}
      </Typography>
    </>
  );
}

/** A value of the history. A reference has its current name, a flag is yes or no. */
export function HistoryValue({
  entity,
  record,
  name,
  value,
}: {
  entity: Entity;
  record: Row;
  name: string;
  value: unknown;
}) {
  const translate = useTranslate();
  const field = entity.property(name);
  if (value === null || value === undefined || value === '')
    return <em>{translate('officina.history.nothing')}</em>;
  if (KINDS[field.kind].yesNo) return <>{translate(value === 1 ? 'officina.yes' : 'officina.no')}</>;
  const property = field.kindBy?.property;
  const row = property
    ? { [property]: record[property], [field.kindBy?.choices ?? '']: record[field.kindBy?.choices ?? ''] }
    : undefined;
  return <FieldValue entity={entity} field={{ ...field, cut: 200 }} value={value} row={row} />;
}
