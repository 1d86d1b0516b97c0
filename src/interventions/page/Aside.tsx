/** The column next to the data: request, costs, origin, fields of the asset's class. */

import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useApplication, useLanguage, usePlantZone } from '../../../resources/context/application.tsx';
import { addressOf } from '../../../resources/context/routes.ts';
import { FieldValue } from '../../../resources/display/cells.tsx';
import { formatDate, formatInstant } from '../../../resources/format/format.ts';
import { type EntityOf, routeOf } from '../../../schemas/catalogue.ts';
import type { Row } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { useAssetFields } from '../facts/asset-fields.tsx';
import { ScheduleLink } from '../facts/ScheduleLink.tsx';

const TOTALS = ['totale', 'totale_attivo', 'totale_passivo'];

export function Aside({ entity, record }: { entity: EntityOf<'odl'>; record: RowOf<'odl'> }) {
  const translate = useTranslate();
  const language = useLanguage();
  const zone = usePlantZone();
  const original = record.id_intervento_originale;
  // The record with the properties that the server adds to it.
  const fullRecord: Row = record;
  const ofAsset = useAssetFields(record.id_oggetto, fullRecord.campi_oggetto);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Facts title={translate('officina.interventions.detail.request')}>
        <Fact label={entity.property('usr_ins').title[language]}>{String(record.usr_ins ?? '–')}</Fact>
        <Fact label={translate('officina.interventions.detail.entered')}>
          {formatInstant(String(record.data_ins), zone)}
        </Fact>
        {original && (
          <Fact label={entity.property('id_intervento_originale').title[language]}>
            <Link component={RouterLink} to={addressOf(routeOf(entity, 'detail'), original)}>
              {String(record.intervento_originale ?? original)}
            </Link>
          </Fact>
        )}
      </Facts>
      <Periodic entity={entity} record={record} />
      <Facts title={translate('officina.interventions.detail.tab.costi')}>
        {TOTALS.flatMap((name) => entity.field(name) ?? []).map((field) => (
          <Fact key={field.name} label={field.title[language]}>
            <FieldValue entity={entity} field={field} value={fullRecord[field.name]} row={record} />
          </Fact>
        ))}
      </Facts>
      {ofAsset.length > 0 && (
        <Facts title={translate('officina.interventions.detail.asset')}>
          {ofAsset.map(({ name, label, value }) => (
            <Fact key={name} label={label}>
              {value}
            </Fact>
          ))}
        </Facts>
      )}
    </Box>
  );
}

/** The schedule of a periodic intervention: name, interval, first planned date. */
function Periodic({ entity, record }: { entity: EntityOf<'odl'>; record: RowOf<'odl'> }) {
  const translate = useTranslate();
  const language = useLanguage();
  const schedules = useApplication().byName.get('schedule');
  if (!record.id_schedulazione || !schedules) return null;
  const { frequenza_sched: count, unita_misura_sched: unit } = record;
  const original = record.data_ori_manutenzione;
  return (
    <Facts title={schedules.title[language]}>
      <Fact label={translate('officina.schedule.periodic')}>
        <ScheduleLink record={record} />
      </Fact>
      {Boolean(unit) && (
        <Fact label={schedules.property('frequenza').title[language]}>
          {translate(`officina.schedule.every_${unit}`, { smart_count: Number(count) })}
        </Fact>
      )}
      {original && (
        <Fact label={entity.property('data_ori_manutenzione').title[language]}>{formatDate(original)}</Fact>
      )}
    </Facts>
  );
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" variant="outlined" sx={{ p: 2 }}>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, mb: 1 }}>
        {title}
      </Typography>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1 }}>
        {children}
      </Box>
    </Paper>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
      <Typography component="dt" variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography
        component="dd"
        variant="body2"
        sx={{ m: 0, textAlign: 'right', overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}
      >
        {children}
      </Typography>
    </Box>
  );
}
