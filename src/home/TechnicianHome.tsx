/** A technician's work: what is late, what is for today, the rest of the week; one tap opens each. */
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { usePlantZone } from '../../resources/House.tsx';
import { todayIn } from '../../resources/plant-time.ts';
import type { SettingOf } from '../../schemas/access.ts';
import type { ListFilter } from './addresses.ts';
import { openAsked } from './asked.ts';
import { askWork, useWorkAt, type WorkPage } from './calls.ts';
import { useLooking, useRowFacts, useToList } from './Dashboard.tsx';
import { restOfWeek } from './days.ts';
import { Overview } from './Overview.tsx';
import { Answered, Panel } from './Panel.tsx';
import { type RowFacts, WorkRow } from './WorkRow.tsx';

/** So many of each; the rest is in the list. */
const MOST = 20;
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

/** What is planned for today and late already stands with what is late. */
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
  const looking = useLooking(setting);
  const toList = useToList();
  const facts = useRowFacts(setting, 'data_ordine');
  const { query, filter } = openAsked(looking);
  const agenda = useWorkAt('agenda', async (signal): Promise<Agenda> => {
    const parts = partsAt(new Date(), zone);
    const [all, ...pages] = await Promise.all([
      askWork({ ...query, pag: 1, max_rows: 1 }, signal),
      ...parts.map((part) => askWork({ ...query, ...part.filter, pag: 1, max_rows: MOST }, signal)),
    ]);
    return {
      total: all.total,
      parts: parts.map((part, index) => ({ ...part, page: pages[index] ?? NO_PAGE })),
    };
  });
  return (
    <>
      <Answered query={agenda} height={320}>
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
      </Answered>
      <Overview setting={setting} />
    </>
  );
}

interface AgendaPartProps {
  part: Part;
  facts: RowFacts;
  to: string;
  /** Is there work for another day? */
  others: boolean;
}

/** Nothing late is worth no words; nothing for today is. */
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
