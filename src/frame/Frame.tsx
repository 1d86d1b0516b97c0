import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import type { SessionUser } from '../../dataProvider/session.ts';
import { useOtherZone } from '../../resources/context/useZone.ts';
import { OpenScan } from '../../resources/scan/OpenScan.tsx';
import { ErrorBoundary } from '../session/ErrorBoundary.tsx';
import { useWords } from '../words/Words.tsx';
import { Endings } from './Activity.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { Palette } from './Palette.tsx';
import { type Room, roomAt, titleOf } from './screens.ts';
import { Toasts } from './Toasts.tsx';
import { TopBar } from './TopBar.tsx';
import { useAreaFilters } from './use-area-filters.ts';
import { MenuContext, useMenuOf } from './use-menu.ts';
import './frame.css';

/** What stays while screens come and go: the bar, the path, the messages, the palette. */
export function Frame({ rooms, user }: { rooms: Room[]; user: SessionUser }) {
  const { t } = useWords();
  const menu = useMenuOf(rooms);
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const room = roomAt(rooms, pathname);
  const [searching, setSearching] = useState(false);
  useTitle(room);
  useAreaFilters(room);
  useFocusOnMove(content, pathname);
  usePaletteKey(() => setSearching(true));
  return (
    <MenuContext value={menu}>
      <OpenScan>
        {/* biome-ignore lint/a11y/useValidAnchor: a link to a place of this page, without a move of the router. */}
        <a
          className="skip-link"
          href="#content"
          onClick={(event) => {
            event.preventDefault();
            content.current?.focus();
          }}
        >
          {t('officina.frame.skip')}
        </a>
        <TopBar user={user} onSearch={() => setSearching(true)} />
        <main id="content" ref={content} tabIndex={-1} className="frame-content">
          <ZoneNote />
          <Breadcrumbs rooms={rooms} room={room} />
          <ErrorBoundary key={pathname} framed>
            <Outlet />
          </ErrorBoundary>
        </main>
        <Endings />
        <Toasts />
        {searching && <Palette rooms={rooms} onClose={() => setSearching(false)} />}
      </OpenScan>
    </MenuContext>
  );
}

/** Moments are the plant's on every screen; who sits elsewhere is told so once. */
function ZoneNote() {
  const { t } = useWords();
  const zone = useOtherZone();
  return zone && <p className="frame-zone">{t('officina.zone.page', { zone })}</p>;
}

/** Before the screen's own effects, so that a screen that knows better, a record's name, has the last word. */
function useTitle(room: Room | undefined): void {
  const { language, t } = useWords();
  const title = room && titleOf(room, language, t);
  useLayoutEffect(() => {
    document.title = title ? `${title} · Officina` : 'Officina';
  }, [title]);
}

/** A menu that was opened while the screen was on its way. */
const isOpenMenu = (active: Element | null): boolean => !!active?.closest('[aria-expanded="true"], .panel');

/** The keyboard and the screen reader go on from the new screen, unless the screen or an open menu has the focus. */
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
