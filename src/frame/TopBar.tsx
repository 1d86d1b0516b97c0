import MenuIcon from '@mui/icons-material/Menu';
import ScanIcon from '@mui/icons-material/QrCodeScanner';
import SearchIcon from '@mui/icons-material/Search';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link, NavLink } from 'react-router';
import type { SessionUser } from '../../dataProvider/session.ts';
import { useNarrow } from '../../resources/context/useNarrow.ts';
import { Opening } from '../../resources/feedback/Placeholder.tsx';
import { useOpenScan } from '../../resources/scan/OpenScan.tsx';
import { Mark } from '../theme/Mark.tsx';
import { ActivityMark } from './Activity.tsx';
import { MenuPanel } from './MenuPanel.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import { NewsBell } from './NewsBell.tsx';
import { UserMenu } from './UserMenu.tsx';
import { useMenu } from './use-menu.ts';

const ActivityPanel = lazy(() => import('./ActivityPanel.tsx'));
const NewsPanel = lazy(() => import('./NewsPanel.tsx'));
const FeedDialog = lazy(() => import('./FeedDialog.tsx'));

const COMPACT = '(max-width: 959.95px)';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
const PALETTE_KEY = isApple ? '⌘K' : 'Ctrl K';

/** The bar at the top. On a phone, menu, search and scan are in the bar at the bottom. */
export function TopBar({ user, onSearch }: { user: SessionUser; onSearch: () => void }) {
  const translate = useTranslate();
  const compact = useMediaQuery(COMPACT, { noSsr: true });
  const narrow = useNarrow();
  const bar = useRef<HTMLElement>(null);
  const [activity, setActivity] = useState(false);
  const [news, setNews] = useState(false);
  const [feed, setFeed] = useState(false);
  return (
    <header ref={bar} className="bar">
      {compact && !narrow && <CompactMenu />}
      <Link to="/home" className="bar-brand" aria-label={`Officina, ${translate('officina.menu.home')}`}>
        <Mark size={30} />
        <span>Officina</span>
      </Link>
      {!compact && <WideMenu />}
      <span className="bar-space" />
      {!narrow && <SearchButton compact={compact} onSearch={onSearch} />}
      {!narrow && <ScanButton />}
      <ActivityMark open={activity} onOpen={() => setActivity(true)} />
      <NewsBell open={news} onOpen={() => setNews(true)} />
      <UserMenu user={user} onActivity={() => setActivity(true)} onFeed={() => setFeed(true)} />
      {activity && (
        <Suspense fallback={<Opening />}>
          <ActivityPanel anchor={bar.current} onClose={() => setActivity(false)} />
        </Suspense>
      )}
      {news && (
        <Suspense fallback={<Opening />}>
          <NewsPanel anchor={bar.current} onClose={() => setNews(false)} />
        </Suspense>
      )}
      {feed && (
        <Suspense fallback={<Opening />}>
          <FeedDialog onClose={() => setFeed(false)} />
        </Suspense>
      )}
    </header>
  );
}

function SearchButton({ compact, onSearch }: { compact: boolean; onSearch: () => void }) {
  const translate = useTranslate();
  return (
    <button
      type="button"
      className="bar-search"
      aria-label={compact ? translate('officina.palette.open') : undefined}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onSearch}
    >
      <SearchIcon fontSize="small" />
      {!compact && (
        <>
          <span>{translate('officina.palette.open')}</span>
          <span className="key" aria-hidden="true">
            {PALETTE_KEY}
          </span>
        </>
      )}
    </button>
  );
}

function ScanButton() {
  const translate = useTranslate();
  const scan = useOpenScan();
  if (!scan) return null;
  const name = translate('officina.scan.open');
  return (
    <button type="button" className="bar-icon bar-scan" aria-label={name} title={name} onClick={scan}>
      <ScanIcon aria-hidden />
    </button>
  );
}

function WideMenu() {
  const translate = useTranslate();
  const menu = useMenu();
  const [open, setOpen] = useState<string>();
  return (
    <nav aria-label={translate('officina.menu.label')}>
      <ul className="bar-menu">
        <li>
          <NavLink to="/home" className="bar-link">
            {translate('officina.menu.home')}
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
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="bar-icon"
        aria-label={translate('officina.menu.open')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <MenuIcon />
      </button>
      <MobileMenu open={open} onClose={() => setOpen(false)} />
    </>
  );
}
