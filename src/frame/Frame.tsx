import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Outlet, useLocation, useSearchParams } from 'react-router';
import type { SessionUser } from '../../dataProvider/session.ts';
import { useLanguage } from '../../resources/context/application.tsx';
import { useNarrow } from '../../resources/context/useNarrow.ts';
import { useOtherZone } from '../../resources/context/useZone.ts';
import { OpenScan, useOpenScan } from '../../resources/scan/OpenScan.tsx';
import { Notices } from '../offline/Notices.tsx';
import { ErrorBoundary } from '../session/ErrorBoundary.tsx';
import { Endings } from './Activity.tsx';
import { BottomBar } from './BottomBar.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { Palette } from './Palette.tsx';
import { type PageRoute, routeAt, titleOf } from './screens.ts';
import { Toasts } from './Toasts.tsx';
import { TopBar } from './TopBar.tsx';
import { useAreaFilters } from './use-area-filters.ts';
import { MenuContext, useMenuOf } from './use-menu.ts';
import './frame.css';

/** The frame that stays while pages change: bar, breadcrumbs, messages, palette. */
export function Frame({ routes, user }: { routes: PageRoute[]; user: SessionUser }) {
  const translate = useTranslate();
  const menu = useMenuOf(routes);
  const narrow = useNarrow();
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const route = routeAt(routes, pathname);
  const [searching, setSearching] = useState(false);
  useTitle(route);
  useAreaFilters(route);
  useFocusOnMove(content, pathname);
  usePaletteKey(() => setSearching(true));
  return (
    <MenuContext value={menu}>
      <OpenScan>
        <ScanAtStart />
        {/* biome-ignore lint/a11y/useValidAnchor: a link within the page that must not navigate. */}
        <a
          className="skip-link"
          href="#content"
          onClick={(event) => {
            event.preventDefault();
            content.current?.focus();
          }}
        >
          {translate('officina.frame.skip')}
        </a>
        <TopBar user={user} onSearch={() => setSearching(true)} />
        <Notices user={user.idUtente} />
        <main id="content" ref={content} tabIndex={-1} className="frame-content">
          <ZoneNote />
          <Breadcrumbs routes={routes} route={route} />
          <ErrorBoundary key={pathname} framed>
            <Outlet />
          </ErrorBoundary>
        </main>
        {narrow && <BottomBar onSearch={() => setSearching(true)} />}
        <Endings />
        <Toasts />
        {searching && <Palette routes={routes} onClose={() => setSearching(false)} />}
      </OpenScan>
    </MenuContext>
  );
}

/** Opens the scan for the shortcut of the installed application, /home?open=scan. */
function ScanAtStart() {
  const scan = useOpenScan();
  const [search, setSearch] = useSearchParams();
  const opensScan = search.get('open') === 'scan';
  useEffect(() => {
    if (!opensScan) return;
    setSearch({}, { replace: true });
    scan?.();
  }, [opensScan, scan, setSearch]);
  return null;
}

/** Tells users in another time zone that times are those of the plant. */
function ZoneNote() {
  const translate = useTranslate();
  const zone = useOtherZone();
  return zone && <p className="frame-zone">{translate('officina.zone.page', { zone })}</p>;
}

/** Sets the title in a layout effect, so that a page's own effect can replace it with the name of a record. */
function useTitle(route: PageRoute | undefined): void {
  const translate = useTranslate();
  const language = useLanguage();
  const title = route && titleOf(route, language, translate);
  useLayoutEffect(() => {
    document.title = title ? `${title} · Officina` : 'Officina';
  }, [title]);
}

/** Returns whether the focus is in a menu that the user opened while the page loaded. */
const isOpenMenu = (active: Element | null): boolean => !!active?.closest('[aria-expanded="true"], .panel');

/** Moves the focus to a new page, unless the page or an open menu already has it. */
function useFocusOnMove(content: React.RefObject<HTMLElement | null>, path: string): void {
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    const { activeElement } = document;
    if (!content.current?.contains(activeElement) && !isOpenMenu(activeElement))
      content.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [content, path]);
}

function usePaletteKey(open: () => void): void {
  const opener = useRef(open);
  opener.current = open;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      opener.current();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
