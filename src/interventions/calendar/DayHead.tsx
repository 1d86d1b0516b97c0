/** The head of a day's column: it leads to a new intervention on that day. */
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { formatDate } from '../../../resources/format.ts';
import { addressOf } from '../../../resources/routes.ts';
import { OPEN_ON_DAY } from '../addresses.ts';
import './day-head.css';

interface DayLinkProps {
  day: string;
  text: string;
}

export function DayLink({ day, text }: DayLinkProps) {
  const translate = useTranslate();
  const does = translate('officina.calendar.new_on', { day: formatDate(day) });
  return (
    <Link
      to={addressOf(OPEN_ON_DAY, day)}
      className="calendar-day"
      aria-label={`${text}: ${does}`}
      title={does}
    >
      {text}
    </Link>
  );
}

export const DayHead = ({ isToday, ...day }: DayLinkProps & { isToday: boolean }) => (
  <th scope="col" className={isToday ? 'calendar-today' : undefined}>
    <DayLink {...day} />
  </th>
);
