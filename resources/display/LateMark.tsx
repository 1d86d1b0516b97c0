/** A value with a mark below it that says by how many days it is late. */
import LateIcon from '@mui/icons-material/AccessAlarm';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import './display.css';

export function WithLateness({ days, children }: { days: number; children: ReactNode }) {
  const translate = useTranslate();
  const words = days === 0 ? 'officina.late.today' : 'officina.late.days';
  return (
    <span className="lateness">
      {children}
      <span className="lateness-days">
        <LateIcon aria-hidden sx={{ fontSize: 14 }} />
        {translate(words, { smart_count: days })}
      </span>
    </span>
  );
}
