import { Link } from 'react-router';
import { session } from '../../dataProvider/session.ts';
import { EntityIcon } from '../../resources/icons.tsx';
import { useMenu } from '../frame/use-menu.ts';
import { useWords } from '../Words.tsx';
import './home.css';

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
  const columns = menu.flatMap((part) => part.columns.map((column) => ({ ...column, part })));
  return (
    <div className="home">
      <p className="home-day">{day}</p>
      <h1>{t(`officina.home.${greetingAt(now.getHours())}`, { name })}</h1>
      {columns.length === 0 && <p className="home-empty">{t('officina.home.empty')}</p>}
      <div className="home-groups">
        {columns.map((column) => (
          <section key={column.group} className="home-group">
            <h2>
              {column.part.title !== column.title && <span>{column.part.title} › </span>}
              {column.title}
            </h2>
            <ul>
              {column.entries.map((entry) => (
                <li key={entry.path}>
                  <Link to={entry.path} className="home-tile">
                    <EntityIcon name={entry.icon} />
                    {entry.label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}
