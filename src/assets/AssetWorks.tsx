/** Sections of an asset's first screen: open work, due maintenance, last works. */

import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useApplication, usePlantZone } from '../../resources/context/application.tsx';
import { addressOf } from '../../resources/context/routes.ts';
import { ColourChip } from '../../resources/display/ColourChip.tsx';
import { FieldValue } from '../../resources/display/cells.tsx';
import { WithLateness } from '../../resources/display/LateMark.tsx';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { Loading } from '../../resources/feedback/Loading.tsx';
import { readColour } from '../../resources/format/colour.ts';
import { formatDate } from '../../resources/format/format.ts';
import { daysLate } from '../../resources/format/lateness.ts';
import { routeOf } from '../../schemas/catalogue.ts';
import type { Row } from '../../schemas/entity.ts';
import { type DueDate, useDueDates, useLastWorks, useOpenWork } from './asset-works.ts';

interface Read<T> {
  data?: T[];
  error: unknown;
  refetch(): unknown;
}

interface SectionProps<T> {
  title: string;
  read: Read<T>;
  /** The number in the title, if there are more rows than the section displays. */
  total?: number;
  /** The text if there are no rows. Without a text, the section is hidden if there are none. */
  none?: string;
  children(row: T): ReactNode;
  keyOf(row: T): number;
}

function Section<T>({ title, read, total, none, children, keyOf }: SectionProps<T>) {
  const { data, error, refetch } = read;
  if (data?.length === 0 && none === undefined) return null;
  return (
    <Paper variant="outlined" component="section" sx={{ p: 2 }}>
      <Typography component="h2" sx={{ fontWeight: 600, mb: 0.5 }}>
        {title}
        {total ? ` (${total})` : ''}
      </Typography>
      {Boolean(error) && !data && <Failure error={error} onRetry={refetch} />}
      {!error && !data && <Loading height={48} />}
      {data?.length === 0 && <Typography color="textSecondary">{none}</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data?.map((row) => (
          <Box component="li" key={keyOf(row)} sx={{ py: 1, borderTop: '1px solid', borderColor: 'divider' }}>
            {children(row)}
          </Box>
        ))}
      </Box>
    </Paper>
  );
}

/** An intervention: its name as a link, its state, and a date. */
function Work({ work, date }: { work: Row; date: 'data_ordine' | 'data_fine' }) {
  const entity = useApplication().byName.entity('intervention');
  const colour = readColour(work.stato_colore);
  return (
    <>
      <MuiLink
        component={Link}
        to={addressOf(routeOf(entity, 'detail'), Number(work.id))}
        sx={{
          display: 'flex',
          alignItems: 'center',
          minHeight: 48,
          fontWeight: 500,
          overflowWrap: 'anywhere',
        }}
      >
        {[work.codice, work.descrizione].filter(Boolean).join(' - ')}
      </MuiLink>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        {colour ? <ColourChip colour={colour}>{String(work.stato)}</ColourChip> : String(work.stato ?? '')}
        {Boolean(work[date]) && (
          <Typography variant="body2" color="textSecondary" component="div">
            <FieldValue entity={entity} field={entity.property(date)} value={work[date]} />
          </Typography>
        )}
      </Box>
    </>
  );
}

const idOfWork = (work: Row): number => Number(work.id);

export function OpenWork({ asset }: { asset: number }) {
  const translate = useTranslate();
  const read = useOpenWork(asset);
  return (
    <Section
      title={translate('officina.assets.open_work')}
      read={read}
      total={read.total}
      none={translate('officina.assets.no_open_work')}
      keyOf={idOfWork}
    >
      {(work) => <Work work={work} date="data_ordine" />}
    </Section>
  );
}

export function LastWorks({ asset }: { asset: number }) {
  const translate = useTranslate();
  return (
    <Section title={translate('officina.assets.last_works')} read={useLastWorks(asset)} keyOf={idOfWork}>
      {(work) => <Work work={work} date="data_fine" />}
    </Section>
  );
}

export function DueMaintenance({ asset }: { asset: number }) {
  const translate = useTranslate();
  return (
    <Section
      title={translate('officina.assets.due_maintenance')}
      read={useDueDates(asset)}
      keyOf={(due: DueDate) => due.id_manutenzione}
    >
      {(due) => <Due due={due} />}
    </Section>
  );
}

function Due({ due: { schedulazione, data } }: { due: DueDate }) {
  const late = daysLate(data, { zone: usePlantZone(), withTime: false });
  const date = formatDate(data);
  return (
    <>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{schedulazione}</Typography>
      <Typography variant="body2" color="textSecondary" component="div">
        {late === undefined ? date : <WithLateness days={late}>{date}</WithLateness>}
      </Typography>
    </>
  );
}
