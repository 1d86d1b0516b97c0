import type { ReactNode } from 'react';
import { useGetOne, useTranslate } from 'react-admin';
import { Link, matchPath, useLocation } from 'react-router';
import { useApplication, useLanguage } from '../../resources/context/application.tsx';
import { useOrigin } from '../../resources/context/origin.ts';
import { pageAddress, parametersOf, tabOfRows } from '../../resources/context/routes.ts';
import { entityAbove } from '../../resources/form/parent-record.ts';
import { displayOf, type Entity } from '../../schemas/entity.ts';
import type { MenuPart } from './menu.ts';
import { type PageRoute, routeAt } from './screens.ts';
import { useMenu } from './use-menu.ts';

/** Returns the titles of the menu part and column that contain an address. */
function menuTitles(menu: MenuPart[], path: string): string[] {
  for (const part of menu)
    for (const column of part.columns)
      if (column.entries.some((entry) => entry.path === path))
        return part.columns.length > 1 ? [part.title, column.title] : [part.title];
  return [];
}

interface BreadcrumbsProps {
  routes: PageRoute[];
  /** The route of the open page. */
  route: PageRoute | undefined;
}

/**
 * The path back up, on pages below a list. The page itself has its own title. The path of a form that was begun on
 * another page is that of the other page.
 */
export function Breadcrumbs({ routes, route }: BreadcrumbsProps) {
  const begun = useOrigin();
  const beginning = begun && routeAt(routes, begun.page.split('?')[0] ?? '');
  if (!begun || !beginning || beginning === route) return <PathTo routes={routes} route={route} />;
  return (
    <PathTo routes={routes} route={beginning}>
      <li>
        <Link to={begun.page}>{begun.name}</Link>
      </li>
    </PathTo>
  );
}

/**
 * The path to a page. A record below another (x-below) has no list: its path is that of the other record. With
 * children, the path ends with the page itself.
 */
function PathTo({ routes, route, children }: BreadcrumbsProps & { children?: ReactNode }) {
  const translate = useTranslate();
  const language = useLanguage();
  const application = useApplication();
  const menu = useMenu();
  const entity = route?.entity;
  const above = entity && !entity.routes.list ? entityAbove(entity, application) : undefined;
  const listed = above ?? entity;
  const found = routes.find(({ path }) => path === listed?.routes.list);
  const list = found !== route && found && application.may(found.access) ? found : undefined;
  if (!route || !(list || children)) return null;
  const name = list && listed?.titles[language];
  return (
    <nav className="crumbs" aria-label={translate('officina.frame.path')}>
      <ol>
        {menuTitles(menu, (list ?? route).path)
          .filter((title) => title !== name)
          .map((place) => (
            <li key={place}>{place}</li>
          ))}
        {list && (
          <li>
            <Link to={list.path}>{name}</Link>
          </li>
        )}
        {list && !children && entity && above && (
          <RecordAbove entity={entity} above={above} path={route.path} />
        )}
        {children}
      </ol>
    </nav>
  );
}

interface RecordAboveProps {
  entity: Entity;
  above: Entity;
  /** The path of the page, whose first parameter is the id of the record above. */
  path: string;
}

function RecordAbove({ entity, above, path }: RecordAboveProps) {
  const language = useLanguage();
  const { pathname } = useLocation();
  const [first = ''] = parametersOf(path);
  const id = matchPath(path, pathname)?.params[first];
  const { data } = useGetOne(above.resource, { id }, { enabled: id !== undefined });
  const page = id && pageAddress(above, id, tabOfRows(entity));
  if (!data || !page) return null;
  return (
    <li>
      <Link to={page}>{displayOf(above, data, language)}</Link>
    </li>
  );
}
