/** A chart with two columns per month that open their lists. It loads when it is needed. */
import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../resources/context/application.tsx';
import { LOCALES } from '../../schemas/entity.ts';
import type { ListOf, MonthCount, MonthFigure } from './home-calls.ts';

const HEIGHT = 220;
const SERIES: MonthCount[] = ['aperti', 'chiusi'];

export default function YearChart({ months, listOf }: { months: MonthFigure[]; listOf: ListOf }) {
  const translate = useTranslate();
  const language = useLanguage();
  const navigate = useNavigate();
  const { palette } = useTheme();
  const short = new Intl.DateTimeFormat(LOCALES[language], { month: 'short', timeZone: 'UTC' });
  const open = (of: unknown, index: number | undefined) => {
    const month = months[index ?? -1];
    const to = month && listOf(month, of as MonthCount);
    if (to) navigate(to);
  };
  return (
    <div className="year-chart">
      <BarChart
        height={HEIGHT}
        skipAnimation
        margin={{ left: 0, right: 4, top: 8, bottom: 0 }}
        colors={[palette.primary.main, palette.mode === 'light' ? '#84919a' : '#9fabb2']}
        xAxis={[
          {
            scaleType: 'band',
            data: months.map(({ anno, mese }) => short.format(Date.UTC(anno, mese - 1, 1))),
            tickLabelStyle: { fontSize: 12 },
          },
        ]}
        yAxis={[{ width: 48, tickMinStep: 1, tickLabelStyle: { fontSize: 12 } }]}
        grid={{ horizontal: true }}
        series={SERIES.map((of) => ({
          id: of,
          data: months.map((month) => month[of]),
          label: translate(`officina.home.${of === 'aperti' ? 'opened' : 'closed'}`),
        }))}
        onItemClick={(_event, { seriesId, dataIndex }) => open(seriesId, dataIndex)}
      />
    </div>
  );
}
