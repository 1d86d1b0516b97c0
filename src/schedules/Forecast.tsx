/** The interventions of the next twelve months, of a schedule or an asset. */
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { usePlantZone } from '../../resources/context/application.tsx';
import { replacesData } from '../../resources/feedback/advice.ts';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { Loading } from '../../resources/feedback/Loading.tsx';
import { todayIn } from '../../resources/format/plant-time.ts';
import { Calendar } from './calendar/Calendar.tsx';
import { yearFrom } from './calendar/planned-days.ts';
import { type ForecastOf, useForecast } from './schedule-calls.ts';

export default function Forecast(of: ForecastOf) {
  const translate = useTranslate();
  const today = todayIn(usePlantZone());
  const { data, error, refetch } = useForecast(of);
  if (replacesData(error, data)) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading height={320} />;
  // The period starts at overdue interventions, which are still open.
  const from = data[0] && data[0].day < today ? data[0].day : today;
  const open = data.filter(({ exists }) => exists).length;
  return (
    <Paper variant="outlined" component="section" sx={{ p: { xs: 1.5, md: 2 } }}>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
        {translate('officina.schedule.next_year')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {data.length === 0
          ? translate(`officina.schedule.nothing_to_come${of.asset === undefined ? '' : '_asset'}`)
          : [
              open > 0 && translate('officina.schedule.count_there', { smart_count: open }),
              data.length > open &&
                translate('officina.schedule.count_to_come', { smart_count: data.length - open }),
            ]
              .filter(Boolean)
              .join(', ')}
      </Typography>
      {data.length > 0 && (
        <Calendar planned={data} from={from} to={yearFrom(today)} coming="officina.schedule.to_come" />
      )}
    </Paper>
  );
}
