import BellIcon from '@mui/icons-material/NotificationsOutlined';
import { useTranslate } from 'react-admin';
import { BarMark } from './BarMark.tsx';
import { useNews } from './use-news.ts';

/** The bell in the bar, with the number of unread news. */
export function NewsBell({ open, onOpen }: { open: boolean; onOpen: () => void }) {
  const translate = useTranslate();
  const unread = useNews().data?.non_lette ?? 0;
  const name = translate(unread > 0 ? 'officina.news.unread' : 'officina.news.title', {
    smart_count: unread,
  });
  return (
    <BarMark
      name={name}
      className="news-bell"
      open={open}
      onOpen={onOpen}
      badgeContent={unread || undefined}
      max={999}
    >
      <BellIcon aria-hidden />
    </BarMark>
  );
}
