/** Read-only facts in the form: costs that the user may see, and the schedule. */

import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../../resources/context/application.tsx';
import { formatMoney } from '../../../resources/format/format.ts';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { ScheduleLink } from '../facts/ScheduleLink.tsx';

const TOTALS = ['totale', 'totale_attivo', 'totale_passivo'] as const;

export function Facts({ entity, record }: { entity: EntityOf<'odl'>; record: RowOf<'odl'> }) {
  const translate = useTranslate();
  const language = useLanguage();
  const visible = TOTALS.filter((name) => typeof record[name] === 'number' && entity.field(name));
  const planned = Boolean(record.id_schedulazione);
  if (visible.length === 0 && !planned) return null;
  return (
    <Paper variant="outlined" sx={{ px: { xs: 2, md: 3 }, py: 1, mb: 2 }}>
      <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 0.5 }}>
        {visible.map((name) => (
          <Fact key={name} label={entity.property(name).title[language]}>
            {formatMoney(Number(record[name]), language)}
          </Fact>
        ))}
        {planned && (
          <Fact label={translate('officina.schedule.periodic')}>
            <ScheduleLink record={record} />
          </Fact>
        )}
      </Box>
    </Paper>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
      <Typography component="dt" variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Typography>
    </Box>
  );
}
