import ScanIcon from '@mui/icons-material/QrCodeScanner';
import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense } from 'react';
import { session } from '../../dataProvider/session.ts';
import { usePlantZone } from '../../resources/context/application.tsx';
import { useOpenScan } from '../../resources/scan/OpenScan.tsx';
import { useMenu } from '../frame/use-menu.ts';
import { useWords } from '../words/Words.tsx';
import './home.css';
import { LOCALES } from '../../schemas/entity.ts';

const Landing = lazy(() => import('./Landing.tsx'));

function greetingAt(hour: number): string {
  if (hour >= 5 && hour < 13) return 'morning';
  return hour >= 13 && hour < 18 ? 'afternoon' : 'evening';
}

/** The home page: greeting, date and current work. */
export function HomePage() {
  const { language, t } = useWords();
  const menu = useMenu();
  const now = new Date();
  const day = now.toLocaleDateString(LOCALES[language], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: usePlantZone(),
  });
  const name = session.user()?.nome.split(' ')[0];
  return (
    <div className="home">
      <p className="home-day">{day}</p>
      <h1>{t(`officina.home.${greetingAt(now.getHours())}`, { name })}</h1>
      <HomeScan />
      {menu.length === 0 && <p className="home-empty">{t('officina.home.empty')}</p>}
      {menu.length > 0 && (
        <Suspense fallback={<Skeleton variant="rounded" height={320} />}>
          <Landing />
        </Suspense>
      )}
    </div>
  );
}

/** A scan button for phones. */
function HomeScan() {
  const { t } = useWords();
  const scan = useOpenScan();
  if (!scan) return null;
  return (
    <button type="button" className="home-scan" onClick={scan}>
      <ScanIcon aria-hidden />
      {t('officina.scan.open')}
    </button>
  );
}
