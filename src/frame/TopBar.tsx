import MenuIcon from '@mui/icons-material/Menu';
import ScanIcon from '@mui/icons-material/QrCodeScanner';
import SearchIcon from '@mui/icons-material/Search';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy, Suspense, useRef, useState } from 'react';
import { Link, NavLink } from 'react-router';
import type { SessionUser } from '../../dataProvider/session.ts';
import { useOpenScan } from '../../resources/scan/OpenScan.tsx';
import { Mark } from '../theme/Mark.tsx';
import { useWords } from '../words/Words.tsx';
import { ActivityMark } from './Activity.tsx';
import { MenuPanel } from './MenuPanel.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import { UserMenu } from './UserMenu.tsx';
import { useMenu } from './use-menu.ts';

const ActivityPanel = lazy(() => import('./ActivityPanel.tsx'));
const FeedDialog = lazy(() => import('./FeedDialog.tsx'));

const COMPACT = '(max-width: 959.95px)';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
const PALETTE_KEY = isApple ? '⌘K' : 'Ctrl K';

export function TopBar({ user, onSearch }: { user: SessionUser; onSearch: () => void }) {
  const { t } = useWords();
  const compact = useMediaQuery(COMPACT, { noSsr: true });
  const bar = useRef<HTMLElement>(null);
  const [activity, setActivity] = useState(false);
  const [feed, setFeed] = useState(false);
  return (
    <header ref={bar} className="bar">
      {compact && <CompactMenu />}
      <Link to="/home" className="bar-brand" aria-label={`Officina, ${t('officina.menu.home')}`}>
        <Mark size={30} />
        <span>Officina</span>
      </Link>
      {!compact && <WideMenu />}
      <span className="bar-space" />
      <button
        type="button"
        className="bar-search"
        aria-label={compact ? t('officina.palette.open') : undefined}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onSearch}
      >
        <SearchIcon fontSize="small" />
        {!compact && (
          <>
            <span>{t('officina.palette.open')}</span>
            <span className="key" aria-hidden="true">
              {PALETTE_KEY}
            </span>
          </>
        )}
      </button>
      <ScanButton />
      <ActivityMark open={activity} onOpen={() => setActivity(true)} />
      <UserMenu user={user} onActivity={() => setActivity(true)} onFeed={() => setFeed(true)} />
      {activity && (
        <Suspense fallback={null}>
          <ActivityPanel anchor={bar.current} onClose={() => setActivity(false)} />
        </Suspense>
      )}
      {feed && (
        <Suspense fallback={null}>
          <FeedDialog onClose={() => setFeed(false)} />
        </Suspense>
      )}
    </header>
  );
}

function ScanButton() {
  const { t } = useWords();
  const scan = useOpenScan();
  if (!scan) return null;
  const name = t('officina.scan.open');
  return (
    <button type="button" className="bar-icon bar-scan" aria-label={name} title={name} onClick={scan}>
      <ScanIcon aria-hidden />
    </button>
  );
}

function WideMenu() {
  const { t } = useWords();
  const menu = useMenu();
  const [open, setOpen] = useState<string>();
  return (
    <nav aria-label={t('officina.menu.label')}>
      <ul className="bar-menu">
        <li>
          <NavLink to="/home" className="bar-link">
            {t('officina.menu.home')}
          </NavLink>
        </li>
        {menu.map((part) => (
          <MenuPanel
            key={part.key}
            part={part}
            open={open === part.key}
            onToggle={(isOpen) => setOpen(isOpen ? part.key : undefined)}
          />
        ))}
      </ul>
    </nav>
  );
}

function CompactMenu() {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="bar-icon"
        aria-label={t('officina.menu.open')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <MenuIcon />
      </button>
      <MobileMenu open={open} onClose={() => setOpen(false)} />
    </>
  );
}
