/** A technician's work: late, today, rest of the week. */
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { usePlantZone } from '../../resources/context/application.tsx';
import { todayIn } from '../../resources/format/plant-time.ts';
import type { SettingOf } from '../../schemas/access.ts';
import { useLoadedCard } from '../interventions/work/load-card.ts';
import { useRowFacts, useToList, useViewer } from './Dashboard.tsx';
import { fetchWork, useWorkLists, type WorkPage } from './home-calls.ts';
import type { ListFilter } from './list-links.ts';
import { OnDevicePanel } from './OnDevicePanel.tsx';
import { Overview } from './Overview.tsx';
import { Panel, QueryContent } from './Panel.tsx';
import { openQuery } from './panel-filters.ts';
import { TakeOverPanel } from './TakeOverPanel.tsx';
import { restOfWeek } from './technician-week.ts';
import { UnsentFaults } from './UnsentFaults.tsx';
import { type RowFacts, WorkRow } from './WorkRow.tsx';

/** The maximum number of rows per part. The list has the others. */
const MAX_ROWS = 20;
const NO_PAGE: WorkPage = { rows: [], total: 0 };

interface Part {
  name: 'late_work' | 'today' | 'week';
  filter: ListFilter;
  page: WorkPage;
}

interface Agenda {
  parts: Part[];
  total: number;
}

/** Returns the parts of the agenda. Late work of today appears only as late. */
function partsAt(now: Date, zone: string): Omit<Part, 'page'>[] {
  const today = todayIn(zone, now);
  const week = restOfWeek(today);
  return [
    { name: 'late_work', filter: { scaduti: '1' } },
    { name: 'today', filter: { dataDa: today, dataA: today, nonScaduti: '1' } },
    ...(week ? [{ name: 'week' as const, filter: { dataDa: week[0], dataA: week[1] } }] : []),
  ];
}

export function TechnicianHome({ setting }: { setting: SettingOf }) {
  const translate = useTranslate();
  const zone = usePlantZone();
  const viewer = useViewer(setting);
  const toList = useToList();
  const facts = useRowFacts(setting, 'data_ordine');
  const { query, filter } = openQuery(viewer);
  const agenda = useWorkLists('agenda', async (signal): Promise<Agenda> => {
    const parts = partsAt(new Date(), zone);
    const [all, ...pages] = await Promise.all([
      fetchWork({ ...query, pag: 1, max_rows: 1 }, signal),
      ...parts.map((part) => fetchWork({ ...query, ...part.filter, pag: 1, max_rows: MAX_ROWS }, signal)),
    ]);
    return {
      total: all.total,
      parts: parts.map((part, index) => ({ ...part, page: pages[index] ?? NO_PAGE })),
    };
  });
  useLoadedCard(agenda.data !== undefined);
  return (
    <>
      <UnsentFaults />
      <QueryContent query={agenda} height={320}>
        {({ parts, total }) => (
          <div className="agenda">
            {parts.map((part) => (
              <AgendaPart
                key={part.name}
                part={part}
                facts={facts}
                to={toList({ ...filter, ...part.filter })!}
                others={total > 0}
              />
            ))}
            <Link to={toList(filter)!} className="agenda-all">
              {translate('officina.home.all_assigned', { count: total })}
            </Link>
          </div>
        )}
      </QueryContent>
      <OnDevicePanel facts={facts} displayed={agenda.data?.parts.flatMap(({ page }) => page.rows) ?? []} />
      <TakeOverPanel facts={facts} />
      <Overview setting={setting} />
    </>
  );
}

interface AgendaPartProps {
  part: Part;
  facts: RowFacts;
  to: string;
  /** Whether there is work on other days. */
  others: boolean;
}

/** A part of the agenda. It is hidden if it is empty, except for today. */
function AgendaPart({ part, facts, to, others }: AgendaPartProps) {
  const translate = useTranslate();
  const { name, page } = part;
  if (page.total === 0 && name !== 'today') return null;
  return (
    <Panel
      title={translate(`officina.home.${name}`)}
      count={page.total}
      to={to}
      className={`home-panel-agenda ${name === 'late_work' ? 'home-panel-late' : ''}`}
    >
      {page.total === 0 ? (
        <p className="home-panel-empty">
          {translate('officina.home.none_today')}{' '}
          {translate(`officina.home.${others ? 'none_today_others' : 'none_assigned'}`)}
        </p>
      ) : (
        <ul className="works works-cards">
          {page.rows.map((work) => (
            <WorkRow key={work.id} work={work} facts={facts} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
