/** Targets of the palette that need no request: pages, new records, and actions of the frame. */

import AccountIcon from '@mui/icons-material/AccountCircleOutlined';
import AddIcon from '@mui/icons-material/Add';
import ApiIcon from '@mui/icons-material/Api';
import HistoryIcon from '@mui/icons-material/History';
import HomeIcon from '@mui/icons-material/HomeOutlined';
import ScanIcon from '@mui/icons-material/QrCodeScanner';
import VerifiedIcon from '@mui/icons-material/VerifiedUserOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import { type ComponentType, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useApplication, useLanguage } from '../../resources/context/application.tsx';
import { EntityIcon } from '../../resources/display/icons.tsx';
import { useOpenScan } from '../../resources/scan/OpenScan.tsx';
import { routeOf } from '../../schemas/catalogue.ts';
import { type PageRoute, titleOf } from './screens.ts';
import { useMenu } from './use-menu.ts';

export interface Destination {
  path: string;
  label: string;
  where: string;
  icon?: string;
  creates: boolean;
  /** Runs an action instead of opening a page. */
  act?(): void;
}

const SCAN = '#scan';

/** Pages and actions of the frame that belong to no entity. */
const OWN_PAGES: Record<string, ComponentType<SvgIconProps>> = {
  '/home': HomeIcon,
  '/account': AccountIcon,
  '/info': VerifiedIcon,
  '/history': HistoryIcon,
  '/api-description': ApiIcon,
  [SCAN]: ScanIcon,
};

const simplified = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Returns the menu titles that lead to a page, without repeating its label. */
const whereOf = (label: string, ...titles: string[]): string =>
  [...new Set(titles)].filter((title) => title !== label).join(' › ');

/** Returns all pages of the menu, the forms of new records the user may create, and the pages of the frame. */
export function useDestinations(routes: PageRoute[]): Destination[] {
  const menu = useMenu();
  const { may } = useApplication();
  const translate = useTranslate();
  const language = useLanguage();
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
          .filter(({ path }) => routes.some((route) => route.path === path && !route.entity))
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
        label: translate('officina.palette.create', { name: entity.title[language] }),
        where: '',
        creates: true,
      }));
    const framePages = routes
      .filter(({ path, access }) => path in OWN_PAGES && may(access))
      .map((route) => ({
        path: route.path,
        label: titleOf(route, language, translate),
        where: '',
        creates: false,
      }));
    const acts = scan
      ? [{ path: SCAN, label: translate('officina.scan.open'), where: '', creates: false, act: scan }]
      : [];
    return [...framePages, ...acts, ...screens, ...pages, ...creations];
  }, [menu, may, language, translate, routes, scan]);
}

export function fitting(destinations: Destination[], typed: string): Destination[] {
  const words = simplified(typed).split(/\s+/).filter(Boolean);
  const matches = ({ label, where }: Destination) =>
    words.every((word) => simplified(`${label} ${where}`).includes(word));
  const rank = ({ label }: Destination) => (simplified(label).startsWith(simplified(typed.trim())) ? 0 : 1);
  return destinations.filter(matches).sort((one, other) => rank(one) - rank(other));
}

export function DestinationIcon({ destination: { path, icon, creates } }: { destination: Destination }) {
  const Own = creates ? AddIcon : OWN_PAGES[path];
  return Own ? <Own fontSize="small" aria-hidden /> : <EntityIcon name={icon} fontSize="small" />;
}
