/** The panels of the dashboard that the plant has switched on. */
import { useTranslate } from 'react-admin';
import { session } from '../../dataProvider/session.ts';
import { useApplication } from '../../resources/context/application.tsx';
import { administers, type SettingOf } from '../../schemas/access.ts';
import { DelayGauge } from './DelayGauge.tsx';
import { type NamedRow, useNames, useStates } from './home-calls.ts';
import { type ListFilter, listWith } from './list-links.ts';
import { closedQuery, isColoured, isLimited, isVisible, openQuery, type Viewer } from './panel-filters.ts';
import { StateCounters } from './StateCounters.tsx';
import { closingIds } from './states.ts';
import { useInvoice } from './useInvoice.tsx';
import { WorkPanel } from './WorkPanel.tsx';
import type { RowFacts } from './WorkRow.tsx';
import { YearPanel } from './YearPanel.tsx';

interface PartProps {
  setting: SettingOf;
}

/** Returns the signed-in user with the states they see. */
export function useViewer(setting: SettingOf): Viewer & { states: NamedRow[] | undefined } {
  const { family } = useApplication();
  const states = useStates();
  return { family, me: session.user()?.idUtente ?? 0, setting, states, closing: closingIds(states) };
}

export function useRowFacts(setting: SettingOf, date: RowFacts['date']): RowFacts {
  const nameOf = useNames();
  const { family } = useApplication();
  return {
    nameOf,
    date,
    withTime: setting('OdlConTimestamp') === '1',
    coloured: isColoured(setting),
    named: family !== 'RIFTEC',
  };
}

export const Dashboard = ({ setting }: PartProps) => (
  <div className="home-panels">
    <FigurePanels setting={setting} />
    {isVisible(setting, 'DashboardAssegnati') && <OpenPanel setting={setting} />}
    {isVisible(setting, 'DashboardChiusiAss') && <ClosedPanel setting={setting} />}
  </div>
);

export function FigurePanels({ setting }: PartProps) {
  const states = useStates();
  return (
    <>
      <DelayGauge />
      <StateCounters />
      {isVisible(setting, 'DashboardGraficoMesi') && <YearPanel states={states} />}
    </>
  );
}

/** The hint of an empty panel: how each family gets work. */
const EMPTY_WORDS = { SUADMIN: 'planner', SUPER: 'planner', RIFTEC: 'technician', RESP: 'reporter' } as const;
const OPEN_TITLES = { RIFTEC: 'open_assigned', RESP: 'open_reported' } as const;

export function OpenPanel({ setting }: PartProps) {
  const translate = useTranslate();
  const viewer = useViewer(setting);
  const toList = useToList();
  const { family } = viewer;
  const facts = useRowFacts(setting, family === 'RESP' ? 'data_ins' : 'data_ordine');
  const { query, filter } = openQuery(viewer);
  const ofAdmin = isLimited(viewer) ? 'open_month' : 'open_all';
  const title = administers(family) ? ofAdmin : OPEN_TITLES[family as keyof typeof OPEN_TITLES];
  return (
    <WorkPanel
      title={translate(`officina.home.${title}`)}
      empty={`officina.home.none_open_${EMPTY_WORDS[family ?? 'SUPER']}`}
      query={query}
      to={toList(filter)}
      all={family === 'RESP' ? 'all_reported' : 'all'}
      facts={facts}
      className="home-panel-open"
    />
  );
}

export function ClosedPanel({ setting }: PartProps) {
  const translate = useTranslate();
  const viewer = useViewer(setting);
  const toList = useToList();
  const facts = useRowFacts(setting, 'data_fine');
  const invoice = useInvoice(viewer.states);
  const { query, filter } = closedQuery(viewer);
  const title = administers(viewer.family) && isLimited(viewer) ? 'closed_month' : 'closed_all';
  return (
    <>
      <WorkPanel
        title={translate(`officina.home.${title}`)}
        empty="officina.home.none_closed"
        query={query}
        to={toList(filter)}
        facts={facts}
        className="home-panel-closed"
        actionOf={administers(viewer.family) ? invoice.actionOf : undefined}
      />
      {invoice.dialog}
    </>
  );
}

export function useToList(): (filter: ListFilter | undefined) => string | undefined {
  const entity = useApplication().byName.entity('intervention');
  return (filter) => filter && listWith(entity, filter);
}
