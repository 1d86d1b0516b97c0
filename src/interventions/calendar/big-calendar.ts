/** The only file that loads and configures react-big-calendar with drag and drop. */

import { format } from 'date-fns/format';
import { getDay } from 'date-fns/getDay';
import { enGB } from 'date-fns/locale/en-GB';
import { it } from 'date-fns/locale/it';
import { startOfWeek } from 'date-fns/startOfWeek';
import { Calendar, type CalendarProps, dateFnsLocalizer, type Formats } from 'react-big-calendar';
import * as addon from 'react-big-calendar/lib/addons/dragAndDrop';
import type { CalendarEvent } from './calendar-events.ts';
import 'react-big-calendar/lib/css/react-big-calendar.css';
import 'react-big-calendar/lib/addons/dragAndDrop/styles.css';
import './big-calendar.css';

type Adding = typeof addon.default;
/** The addon is CommonJS. Depending on the bundler, its default import is the module or the exported function. */
const imported = addon.default as Adding & { default?: Adding };
const withDragAndDrop = imported.default ?? imported;

const MONDAY = 1;

/** The date settings of the library. Weeks start on Monday. */
export const localizer = dateFnsLocalizer({
  format,
  startOfWeek: (date: Date) => startOfWeek(date, { weekStartsOn: MONDAY }),
  getDay,
  locales: { it, en: enGB },
});

export const formats: Formats = {
  dateFormat: 'd',
  weekdayFormat: 'EEEE',
  dayFormat: 'EEE d',
  timeGutterFormat: 'HH:mm',
  eventTimeRangeFormat: ({ start, end }, culture, own) =>
    `${own!.format(start, 'HH:mm', culture)} – ${own!.format(end, 'HH:mm', culture)}`,
};

export const DraggedCalendar = withDragAndDrop<CalendarEvent>(
  Calendar as React.ComponentType<CalendarProps<CalendarEvent>>,
);
