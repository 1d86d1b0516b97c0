import BellIcon from '@mui/icons-material/NotificationsOutlined';
import Badge from '@mui/material/Badge';
import { useTranslate } from 'react-admin';
import { useNews } from './use-news.ts';

/** The bell in the bar: how many news the user has not read. */
export function NewsBell({ open, onOpen }: { open: boolean; onOpen: () => void }) {
  const translate = useTranslate();
  const unread = useNews().data?.non_lette ?? 0;
  const name = translate(unread > 0 ? 'officina.news.unread' : 'officina.news.title', {
    smart_count: unread,
  });
  return (
    <button
      type="button"
      className="bar-icon news-bell"
      aria-label={name}
      title={name}
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={onOpen}
    >
      <Badge badgeContent={unread || undefined} max={999} color="primary">
        <BellIcon aria-hidden />
      </Badge>
    </button>
  );
}
