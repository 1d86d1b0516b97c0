/** The header of a day's column: a link to a new intervention on that day. */
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useBeginning } from '../../../resources/context/origin.ts';
import { addressOf } from '../../../resources/context/routes.ts';
import { formatDate } from '../../../resources/format/format.ts';
import { OPEN_ON_DAY } from '../intervention-routes.ts';
import './day-header.css';

interface DayLinkProps {
  day: string;
  text: string;
}

export function DayLink({ day, text }: DayLinkProps) {
  const translate = useTranslate();
  const begun = useBeginning();
  const does = translate('officina.calendar.new_on', { day: formatDate(day) });
  return (
    <Link
      to={addressOf(OPEN_ON_DAY, day)}
      state={begun}
      className="calendar-day"
      aria-label={`${text}: ${does}`}
      title={does}
    >
      {text}
    </Link>
  );
}

export const DayHeader = ({ isToday, ...day }: DayLinkProps & { isToday: boolean }) => (
  <th scope="col" className={isToday ? 'calendar-today' : undefined}>
    <DayLink {...day} />
  </th>
);
