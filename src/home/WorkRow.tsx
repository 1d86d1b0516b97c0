/** A row of a panel: one intervention with the plant's colour, as a link to its page. */
import type { CSSProperties, ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useApplication, usePlantZone } from '../../resources/context/application.tsx';
import { ColourChip } from '../../resources/display/ColourChip.tsx';
import { PriorityMarks } from '../../resources/display/PriorityMarks.tsx';
import { readColour, solid } from '../../resources/format/colour.ts';
import { formatInstant } from '../../resources/format/format.ts';
import { DAY_LENGTH } from '../../schemas/timestamps.ts';
import type { NameOf, Work } from './home-calls.ts';
import { pageOf } from './list-links.ts';

export interface RowFacts {
  nameOf: NameOf;
  withTime: boolean;
  /** The date that the row displays. */
  date: 'data_ordine' | 'data_fine' | 'data_ins';
  /** Whether the row is coloured, by the setting DashboardColRigaType. The server always sends a colour. */
  coloured: boolean;
  /** Whether the row names the technician. */
  named: boolean;
}

interface WorkRowProps {
  work: Work;
  facts: RowFacts;
  /** A button next to the row. */
  action?: ReactNode;
}

/** Returns a light tint for the row and the full colour for its edge. */
function tint(value: string | null): CSSProperties | undefined {
  const colour = readColour(value);
  if (!colour) return undefined;
  const { r, g, b } = solid(colour);
  return {
    '--row-edge': `rgb(${r}, ${g}, ${b})`,
    '--row-tint': `rgba(${r}, ${g}, ${b}, 0.07)`,
  } as CSSProperties;
}

function StateChip({ colour, name }: { colour: string | null; name: string }) {
  const parsed = readColour(colour);
  return parsed ? <ColourChip colour={parsed}>{name}</ColourChip> : <span>{name}</span>;
}

export function WorkRow({ work, facts, action }: WorkRowProps) {
  const translate = useTranslate();
  const zone = usePlantZone();
  const entity = useApplication().byName.entity('intervention');
  const { nameOf, withTime, date, coloured, named } = facts;
  const instant = work[date];
  const day = instant ? formatInstant(instant, zone) : '';
  return (
    <li className="work" style={coloured ? tint(work.colore) : undefined}>
      <Link to={pageOf(entity, work.id)} className="work-link">
        <span className="work-what">
          <span className="work-title">
            <span className="work-code">{work.codice}</span> {work.descrizione}
          </span>
          <span className="work-where">
            {[work.oggetto, named && work.tecnico].filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className="work-facts">
          <span className="work-day">{withTime ? day : day.slice(0, DAY_LENGTH)}</span>
          {work.priorita === null ? (
            <span />
          ) : (
            <PriorityMarks priority={work.priorita} label={translate(`officina.priority.${work.priorita}`)} />
          )}
          <StateChip colour={work.stato_colore} name={nameOf('state', work.id_stato, work.stato)} />
          <span className="work-type">{nameOf('type', work.id_tipo_guasto, work.tipo_guasto)}</span>
        </span>
      </Link>
      {action}
    </li>
  );
}
