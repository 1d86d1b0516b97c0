/** A line about a period that is not over: until when its figures are, and what is not compared. */
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { usePlantZone } from '../../resources/context/application.tsx';
import { formatDate } from '../../resources/format/format.ts';
import { todayIn } from '../../resources/format/plant-time.ts';
import type { ReportParameters } from './reliability-calls.ts';
import { endAhead } from './span.ts';

interface NotOverProps {
  parameters: ReportParameters;
  /** Whether the figures stand beside those of the previous period. */
  compared?: boolean;
}

export function NotOver({ parameters, compared = false }: NotOverProps) {
  const translate = useTranslate();
  const today = todayIn(usePlantZone());
  const end = endAhead(parameters, today);
  if (end === undefined) return null;
  const until = translate('officina.reliability.not_over', {
    today: formatDate(today),
    end: formatDate(end),
  });
  return (
    <Typography variant="body2" color="textSecondary">
      {compared ? `${until} ${translate('officina.reliability.not_compared')}` : until}
    </Typography>
  );
}
