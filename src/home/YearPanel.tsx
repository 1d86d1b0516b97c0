/** Interventions opened and closed in each month of the year: a chart and a table, with links to the lists. */
import { lazy, Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useApplication, useLanguage } from '../../resources/context/application.tsx';
import { formatCount } from '../../resources/format/format.ts';
import { LOCALES } from '../../schemas/entity.ts';
import { BY_MONTH } from '../../schemas/interventions.ts';
import { type ListOf, type MonthCount, type MonthFigure, type NamedRow, useFigures } from './home-calls.ts';
import { daysOf, listWith } from './list-links.ts';
import { Panel, QueryContent } from './Panel.tsx';
import { closingIds } from './states.ts';

const YearChart = lazy(() => import('./YearChart.tsx'));

function useListOf(states: NamedRow[] | undefined): ListOf {
  const entity = useApplication().byName.entity('intervention');
  return ({ anno, mese }, of) => {
    const [first, last] = daysOf(anno, mese);
    if (of === 'aperti') return listWith(entity, { mostraChiusi: '1', data_insDa: first, data_insA: last });
    const closing = closingIds(states);
    return closing && listWith(entity, { idStato: closing, dataFineDa: first, dataFineA: last });
  };
}

export function YearPanel({ states }: { states: NamedRow[] | undefined }) {
  const translate = useTranslate();
  const figures = useFigures(BY_MONTH);
  const listOf = useListOf(states);
  const year = figures.data?.[0]?.anno ?? '';
  return (
    <Panel title={translate('officina.home.year', { year })} className="home-panel-year">
      <QueryContent query={figures} height={240}>
        {(months) => (
          <>
            <Suspense fallback={<div className="year-chart" aria-busy="true" />}>
              <YearChart months={months} listOf={listOf} />
            </Suspense>
            <details className="year-figures">
              <summary>{translate('officina.home.figures')}</summary>
              <Figures months={months} listOf={listOf} />
            </details>
          </>
        )}
      </QueryContent>
    </Panel>
  );
}

function Figures({ months, listOf }: { months: MonthFigure[]; listOf: ListOf }) {
  const translate = useTranslate();
  const language = useLanguage();
  const monthName = new Intl.DateTimeFormat(LOCALES[language], { month: 'long', timeZone: 'UTC' });
  const figure = (month: MonthFigure, of: MonthCount, name: string) => {
    const to = listOf(month, of);
    const text = formatCount(month[of], language);
    const label = `${name}: ${text} ${translate(`officina.home.${of === 'aperti' ? 'opened' : 'closed'}`)}`;
    return (
      <td>
        {to ? (
          <Link to={to} aria-label={label}>
            {text}
          </Link>
        ) : (
          text
        )}
      </td>
    );
  };
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{translate('officina.home.month')}</th>
          <th scope="col">{translate('officina.home.opened')}</th>
          <th scope="col">{translate('officina.home.closed')}</th>
        </tr>
      </thead>
      <tbody>
        {months.map((month) => {
          const name = monthName.format(Date.UTC(month.anno, month.mese - 1, 1));
          return (
            <tr key={month.mese}>
              <th scope="row">{name}</th>
              {figure(month, 'aperti', name)}
              {figure(month, 'chiusi', name)}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
