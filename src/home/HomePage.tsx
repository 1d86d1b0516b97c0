import { Link } from 'react-router';
import { session } from '../../dataProvider/session.ts';
import { EntityIcon } from '../../resources/icons.tsx';
import type { MenuColumn } from '../frame/menu.ts';
import { useMenu } from '../frame/use-menu.ts';
import { useWords } from '../words/Words.tsx';
import './home.css';

const LONG = 6;

function greetingAt(hour: number): string {
  if (hour >= 5 && hour < 13) return 'morning';
  return hour >= 13 && hour < 18 ? 'afternoon' : 'evening';
}

/** A calm beginning: who one is, what day it is, and the screens one may open. */
export function HomePage() {
  const { language, t } = useWords();
  const menu = useMenu();
  const now = new Date();
  const day = now.toLocaleDateString(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  const name = session.user()?.nome.split(' ')[0];
  return (
    <div className="home">
      <p className="home-day">{day}</p>
      <h1>{t(`officina.home.${greetingAt(now.getHours())}`, { name })}</h1>
      {menu.length === 0 && <p className="home-empty">{t('officina.home.empty')}</p>}
      {menu.map((part) => (
        <section key={part.key} className="home-part">
          <h2>{part.title}</h2>
          <div className="home-cards">
            {part.columns.map((column) => (
              <GroupCard key={column.group} column={column} titled={part.columns.length > 1} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

const GroupCard = ({ column, titled }: { column: MenuColumn; titled: boolean }) => (
  <div className={column.entries.length > LONG ? 'home-card home-long' : 'home-card'}>
    {titled && <h3>{column.title}</h3>}
    <ul>
      {column.entries.map((entry) => (
        <li key={entry.path}>
          <Link to={entry.path} className="home-link">
            <EntityIcon name={entry.icon} fontSize="small" />
            {entry.label}
          </Link>
        </li>
      ))}
    </ul>
  </div>
);
