import { Link } from 'react-router';
import { useHouse } from '../../resources/context/application.tsx';
import { useWords } from '../words/Words.tsx';
import type { MenuPart } from './menu.ts';
import type { Room } from './screens.ts';
import { useMenu } from './use-menu.ts';

/** The names of the menu's part and column in which an address stands. */
function placeIn(menu: MenuPart[], path: string): string[] {
  for (const part of menu)
    for (const column of part.columns)
      if (column.entries.some((entry) => entry.path === path))
        return part.columns.length > 1 ? [part.title, column.title] : [part.title];
  return [];
}

/** The way back up, on the screens that stand below a list; the screen itself says its name below. */
export function Breadcrumbs({ rooms, room }: { rooms: Room[]; room: Room | undefined }) {
  const { language, t } = useWords();
  const { may } = useHouse();
  const menu = useMenu();
  const list = rooms.find(({ path }) => path === room?.entity?.routes.list);
  if (!room || !list || list === room || !may(list.access)) return null;
  const name = room.entity?.titles[language];
  return (
    <nav className="crumbs" aria-label={t('officina.frame.path')}>
      <ol>
        {placeIn(menu, list.path)
          .filter((place) => place !== name)
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
