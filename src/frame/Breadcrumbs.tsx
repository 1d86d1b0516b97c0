import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useApplication, useLanguage } from '../../resources/context/application.tsx';
import type { MenuPart } from './menu.ts';
import type { PageRoute } from './screens.ts';
import { useMenu } from './use-menu.ts';

/** Returns the titles of the menu part and column that contain an address. */
function menuTitles(menu: MenuPart[], path: string): string[] {
  for (const part of menu)
    for (const column of part.columns)
      if (column.entries.some((entry) => entry.path === path))
        return part.columns.length > 1 ? [part.title, column.title] : [part.title];
  return [];
}

/** The path back up, on pages below a list. The page itself has its own title. */
export function Breadcrumbs({ routes, route }: { routes: PageRoute[]; route: PageRoute | undefined }) {
  const translate = useTranslate();
  const language = useLanguage();
  const { may } = useApplication();
  const menu = useMenu();
  const list = routes.find(({ path }) => path === route?.entity?.routes.list);
  if (!route || !list || list === route || !may(list.access)) return null;
  const name = route.entity?.titles[language];
  return (
    <nav className="crumbs" aria-label={translate('officina.frame.path')}>
      <ol>
        {menuTitles(menu, list.path)
          .filter((title) => title !== name)
          .map((place) => (
            <li key={place}>{place}</li>
          ))}
        <li>
          <Link to={list.path}>{name}</Link>
        </li>
      </ol>
    </nav>
  );
}
