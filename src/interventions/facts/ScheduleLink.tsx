/** The name of the intervention's schedule, as a link if the user has access. */

import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { useApplication } from '../../../resources/context/application.tsx';
import { formAddress } from '../../../resources/context/routes.ts';
import type { RowOf } from '../../../schemas/types.ts';

export function ScheduleLink({ record }: { record: RowOf<'odl'> }) {
  const { byName, may } = useApplication();
  const schedules = byName.get('schedule');
  const id = record.id_schedulazione;
  const name = String(record.schedulazione ?? id);
  if (!schedules || !may(schedules.access.read)) return name;
  return (
    <Link component={RouterLink} to={formAddress(schedules, id ?? undefined)}>
      {name}
    </Link>
  );
}
