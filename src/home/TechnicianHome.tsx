/** A technician's work: late, today, rest of the week. */
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useLanguage, usePlantZone } from '../../resources/context/application.tsx';
import type { SettingOf } from '../../schemas/access.ts';
import { useLoadedCard } from '../interventions/work/load-card.ts';
import { type AgendaPart, fetchAgenda } from './agenda.ts';
import { useRowFacts, useToList, useViewer } from './Dashboard.tsx';
import { useWorkLists } from './home-calls.ts';
import { OnDevicePanel } from './OnDevicePanel.tsx';
import { Overview } from './Overview.tsx';
import { Panel, QueryContent } from './Panel.tsx';
import { openQuery } from './panel-filters.ts';
import { TakeOverPanel } from './TakeOverPanel.tsx';
import { UnsentFaults } from './UnsentFaults.tsx';
import { type RowFacts, WorkRow } from './WorkRow.tsx';

export function TechnicianHome({ setting }: { setting: SettingOf }) {
  const translate = useTranslate();
  const zone = usePlantZone();
  const viewer = useViewer(setting);
  const toList = useToList();
  const facts = useRowFacts(setting, 'data_ordine');
  const { query, filter } = openQuery(viewer);
  const language = useLanguage();
  const agenda = useWorkLists('agenda', (signal) =>
    fetchAgenda({ query: query ?? {}, me: viewer.me, language, zone, withTime: facts.withTime }, signal),
  );
  useLoadedCard(agenda.data !== undefined);
  return (
    <>
      <UnsentFaults />
      <QueryContent query={agenda} height={320}>
        {({ parts, total }) => (
          <div className="agenda">
            {parts.map((part) => (
              <AgendaPanel
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
  part: AgendaPart;
  facts: RowFacts;
  to: string;
  /** Whether there is work on other days. */
  others: boolean;
}

/** A part of the agenda. It is hidden if it is empty, except for today. */
function AgendaPanel({ part, facts, to, others }: AgendaPartProps) {
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
