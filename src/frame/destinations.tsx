/** Where the palette leads without asking the server: screens, new records, the pages and acts of the frame. */

import AccountIcon from '@mui/icons-material/AccountCircleOutlined';
import AddIcon from '@mui/icons-material/Add';
import ApiIcon from '@mui/icons-material/Api';
import HistoryIcon from '@mui/icons-material/History';
import HomeIcon from '@mui/icons-material/HomeOutlined';
import ScanIcon from '@mui/icons-material/QrCodeScanner';
import VerifiedIcon from '@mui/icons-material/VerifiedUserOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import { type ComponentType, useMemo } from 'react';
import { useHouse } from '../../resources/context/application.tsx';
import { EntityIcon } from '../../resources/display/icons.tsx';
import { useOpenScan } from '../../resources/scan/OpenScan.tsx';
import { routeOf } from '../../schemas/catalogue.ts';
import { useWords } from '../words/Words.tsx';
import { type Room, titleOf } from './screens.ts';
import { useMenu } from './use-menu.ts';

export interface Destination {
  path: string;
  label: string;
  where: string;
  icon?: string;
  creates: boolean;
  /** Does something here instead of leading elsewhere. */
  act?(): void;
}

const SCAN = '#scan';

/** The pages and acts of the frame, which no entity brings. */
const OWN_PAGES: Record<string, ComponentType<SvgIconProps>> = {
  '/home': HomeIcon,
  '/account': AccountIcon,
  '/info': VerifiedIcon,
  '/history': HistoryIcon,
  '/api-description': ApiIcon,
  [SCAN]: ScanIcon,
};

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The way through the menu, without what the label says already. */
const whereOf = (label: string, ...titles: string[]): string =>
  [...new Set(titles)].filter((title) => title !== label).join(' › ');

/** Every screen of the menu, the form of a new record where one may be written, and the pages of the frame. */
export function useDestinations(rooms: Room[]): Destination[] {
  const menu = useMenu();
  const { may } = useHouse();
  const { language, t } = useWords();
  const scan = useOpenScan();
  return useMemo(() => {
    const entries = menu.flatMap((part) =>
      part.columns.flatMap((column) =>
        column.entries.flatMap((entry) =>
          entry.entity ? [{ part, column, entry, entity: entry.entity }] : [],
        ),
      ),
    );
    const screens = entries.map(({ part, column, entry, entity }) => ({
      path: entry.path,
      label: entity.titles[language],
      where: whereOf(entity.titles[language], part.title, column.title),
      icon: entry.icon,
      creates: false,
    }));
    const pages = menu.flatMap((part) =>
      part.columns.flatMap((column) =>
        column.entries
          .filter(({ path }) => rooms.some((room) => room.path === path && !room.entity))
          .map(({ path, label, icon }) => ({
            path,
            label,
            where: whereOf(label, part.title, column.title),
            icon,
            creates: false,
          })),
      ),
    );
    const creations = entries
      .filter(
        ({ entity }) => entity.routes.form && entity.calls.includes('create') && may(entity.access.create),
      )
      .map(({ entity }) => ({
        path: routeOf(entity, 'form').replace(/\/:\w+\??$/, ''),
        label: t('officina.palette.create', { name: entity.title[language] }),
        where: '',
        creates: true,
      }));
    const own = rooms
      .filter(({ path, access }) => path in OWN_PAGES && may(access))
      .map((room) => ({ path: room.path, label: titleOf(room, language, t), where: '', creates: false }));
    const acts = scan
      ? [{ path: SCAN, label: t('officina.scan.open'), where: '', creates: false, act: scan }]
      : [];
    return [...own, ...acts, ...screens, ...pages, ...creations];
  }, [menu, may, language, t, rooms, scan]);
}

export function fitting(destinations: Destination[], typed: string): Destination[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const fits = ({ label, where }: Destination) =>
    words.every((word) => plain(`${label} ${where}`).includes(word));
  const startsSo = ({ label }: Destination) => (plain(label).startsWith(plain(typed.trim())) ? 0 : 1);
  return destinations.filter(fits).sort((one, other) => startsSo(one) - startsSo(other));
}

export function DestinationIcon({ destination: { path, icon, creates } }: { destination: Destination }) {
  const Own = creates ? AddIcon : OWN_PAGES[path];
  return Own ? <Own fontSize="small" aria-hidden /> : <EntityIcon name={icon} fontSize="small" />;
}
