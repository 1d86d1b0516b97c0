import { lazy, Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { session } from '../../dataProvider/session.ts';
import { useLanguage, usePlantZone } from '../../resources/context/application.tsx';
import { Loading } from '../../resources/feedback/Loading.tsx';
import { dateOf, nowIn } from '../../resources/format/plant-time.ts';
import { LOCALES } from '../../schemas/entity.ts';
import { useMenu } from '../frame/use-menu.ts';
import './home.css';

const Landing = lazy(() => import('./Landing.tsx'));

function greetingAt(hour: number): string {
  if (hour >= 4 && hour < 13) return 'morning';
  return hour >= 13 && hour < 18 ? 'afternoon' : 'evening';
}

/** The home page: greeting, date and current work. */
export function HomePage() {
  const translate = useTranslate();
  const language = useLanguage();
  const menu = useMenu();
  const zone = usePlantZone();
  const now = new Date();
  const day = now.toLocaleDateString(LOCALES[language], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: zone,
  });
  const name = session.user()?.nome.split(' ')[0];
  return (
    <div className="home">
      <p className="home-day">{day}</p>
      <h1>{translate(`officina.home.${greetingAt(dateOf(nowIn(zone, now)).getHours())}`, { name })}</h1>
      {menu.length === 0 && <p className="home-empty">{translate('officina.home.empty')}</p>}
      {menu.length > 0 && (
        <Suspense fallback={<Loading height={320} />}>
          <Landing />
        </Suspense>
      )}
    </div>
  );
}
