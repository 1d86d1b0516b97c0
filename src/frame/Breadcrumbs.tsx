import { Link } from 'react-router';
import { useHouse } from '../../resources/House.tsx';
import { useWords } from '../Words.tsx';
import { type Room, titleOf } from './rooms.ts';

/** Where one is, on the screens that stand below a list. */
export function Breadcrumbs({ rooms, room }: { rooms: Room[]; room: Room | undefined }) {
  const { language, t } = useWords();
  const { may } = useHouse();
  const list = rooms.find(({ path }) => path === room?.entity?.routes.list);
  if (!room || !list || list === room || !may(list.access)) return null;
  const group = room.entity?.menu?.group;
  return (
    <nav className="crumbs" aria-label={t('officina.frame.path')}>
      <ol>
        {group && <li>{t(`officina.menu.${group.includes('.') ? group : `${group}.title`}`)}</li>}
        <li>
          <Link to={list.path}>{room.entity?.titles[language] ?? titleOf(list, language, t)}</Link>
        </li>
        <li aria-current="page">{titleOf(room, language, t)}</li>
      </ol>
    </nav>
  );
}
