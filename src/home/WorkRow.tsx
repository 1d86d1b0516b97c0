/** One intervention of a panel: a row with the colour that the plant chose, all of it a way to its page. */
import type { CSSProperties, ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { ColourChip } from '../../resources/ColourChip.tsx';
import { readColour, solid } from '../../resources/colour.ts';
import { formatInstant } from '../../resources/format.ts';
import { useHouse, usePlantZone } from '../../resources/House.tsx';
import { PriorityMarks } from '../../resources/PriorityMarks.tsx';
import { pageOf } from './addresses.ts';
import type { NameOf, Work } from './calls.ts';

export interface RowFacts {
  nameOf: NameOf;
  withTime: boolean;
  /** Which of its dates the row shows. */
  date: 'data_ordine' | 'data_fine' | 'data_ins';
  /** DashboardColRigaType: the server gives each row a colour, wanted or not. */
  coloured: boolean;
  /** Who does it, where that is not the reader. */
  named: boolean;
}

interface WorkRowProps {
  work: Work;
  facts: RowFacts;
  /** Beside the row, as what may be done with it. */
  action?: ReactNode;
}

const DAY_LENGTH = 10;

/** A breath of the colour on the row, and the colour itself at its edge. */
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
  const read = readColour(colour);
  return read ? <ColourChip colour={read}>{name}</ColourChip> : <span>{name}</span>;
}

export function WorkRow({ work, facts, action }: WorkRowProps) {
  const translate = useTranslate();
  const zone = usePlantZone();
  const entity = useHouse().byName.entity('intervention');
  const { nameOf, withTime, date, coloured, named } = facts;
  const moment = work[date];
  const day = moment ? formatInstant(moment, zone) : '';
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
