/** A user's planned work as events: open interventions, and those closed in the last thirty days. */
import type { SettingOf } from '../../../schemas/access.ts';
import { choiceOf } from '../../../schemas/catalogue.ts';
import { HOUR_MS } from '../../../schemas/durations.ts';
import type { Entity, Language, Text } from '../../../schemas/entity.ts';
import { CANCELLATION, CLOSING, OVER_SQL } from '../../../schemas/interventions.ts';
import { numberIn } from '../../../schemas/language.ts';
import { addDays, hoursByDay, hoursOfDay } from '../../../schemas/working-days.ts';
import type { ListCondition } from '../../capabilities/rules.ts';
import type { Queryable } from '../../database/engine.ts';
import { inLanguage, Values } from '../../database/sql.ts';
import { localTime } from '../../plant/plant-time.ts';
import type { CalendarEvent } from './ical.ts';

const OVER_DAYS = 30;
/** The maximum number of events in a feed. The events nearest to now are included. */
const MAX_EVENTS = 2000;
/** iCalendar years have four digits. */
const NEVER = '9990-01-01';

interface Planned {
  id: number;
  codice: string;
  descrizione: string;
  note: string | null;
  data_ordine: string;
  ore_previste: number | null;
  priorita: number;
  versione: number;
  data_ins: string;
  data_ultima_mod: string;
  tipo_stato: number;
  stato: string;
  tipo: string;
  oggetto: string | null;
}

export async function plannedOf(
  database: Queryable,
  technician: number,
  language: Language,
  visible: ListCondition | undefined,
): Promise<Planned[]> {
  const values = new Values();
  const reach = visible ? ` and (${values.fill(visible.sql, visible.values)})` : '';
  const { rows } = await database.query<Planned>(
    `select t.id, t.codice, t.descrizione, t.note, t.data_ordine, t.ore_previste, t.priorita, t.versione, t.data_ins,
       t.data_ultima_mod, s.id_tipo_stato_odl as tipo_stato,
       ${inLanguage('s', 'descrizione', language)} as stato, ${inLanguage('g', 'descrizione', language)} as tipo,
       coalesce(a.codice || ' - ', '') || a.descrizione as oggetto
     from odl t join stato s on s.id = t.id_stato join odl_tipoguasto g on g.id = t.id_tipo_guasto
     left join oggetto a on a.id = t.id_oggetto
     where t.id_tecnico = ${values.add(technician)} and t.data_ordine < '${NEVER}'
       and (s.id_tipo_stato_odl not in ${OVER_SQL}
         or coalesce(t.data_fine, t.data_ultima_mod) >= now() - make_interval(days => ${OVER_DAYS}))${reach}
     order by abs(extract(epoch from t.data_ordine - now())), t.id limit ${MAX_EVENTS}`,
    values.list,
  );
  return rows;
}

/**
 * Returns dates if the plant plans by days, no time is set, or the work lasts longer than a day; or else
 * timestamps.
 */
export function spanOf(
  { data_ordine, ore_previste }: Pick<Planned, 'data_ordine' | 'ore_previste'>,
  setting: SettingOf,
): CalendarEvent['span'] {
  const local = localTime(data_ordine, setting);
  const from = local.slice(0, 10);
  const days = [...hoursByDay(from, ore_previste ?? 0, hoursOfDay(setting)).keys()];
  if (setting('OdlConTimestamp') !== '1' || local.endsWith('T00:00:00') || days.length > 1)
    return { from, until: addDays(days.at(-1) ?? from, 1), days: true };
  const hours = Math.max(ore_previste ?? 0, 0) || 1;
  return {
    from: data_ordine,
    until: new Date(Date.parse(data_ordine) + hours * HOUR_MS).toISOString(),
    days: false,
  };
}

const WORDS: Record<'state' | 'type' | 'priority' | 'hours', Text> = {
  state: { it: 'Stato', en: 'State' },
  type: { it: 'Tipo', en: 'Type' },
  priority: { it: 'Priorità', en: 'Priority' },
  hours: { it: 'Ore previste', en: 'Planned hours' },
};

/** Priorities of RFC 5545 by ours: theirs fall from 1, the highest, to 9, and 5 is the middle. */
const PRIORITIES: Record<number, number> = { 1: 9, 2: 5, 3: 1 };
/** RFC 5545: no priority. */
const UNDEFINED_PRIORITY = 0;

export interface EventContext {
  setting: SettingOf;
  language: Language;
  /** The entity of interventions. */
  work: Entity;
  /** Identifies the plant in event ids. */
  plant: string;
  addressOf(id: number): string;
}

export function eventOf(
  row: Planned,
  { setting, language, work, plant, addressOf }: EventContext,
): CalendarEvent {
  const { id, codice, descrizione, note, stato, tipo, tipo_stato, priorita, ore_previste, oggetto } = row;
  const [cancelled, closed] = [tipo_stato === CANCELLATION, tipo_stato === CLOSING];
  const priority = choiceOf(work.property('priorita'), priorita);
  const hours = ore_previste !== null && numberIn(language, ore_previste);
  const lines: [keyof typeof WORDS, string | false | undefined][] = [
    ['state', stato],
    ['type', tipo],
    ['priority', priority?.title[language]],
    ['hours', hours],
  ];
  const facts = lines
    .filter(([, value]) => value)
    .map(([word, value]) => `${WORDS[word][language]}: ${value}`);
  return {
    uid: `intervento-${id}-${plant}@officina`,
    span: spanOf(row, setting),
    summary: `${closed ? '✓ ' : ''}${codice} ${descrizione}`,
    description: [...facts, ...(note ? ['', note] : [])].join('\n'),
    location: oggetto ?? undefined,
    url: addressOf(id),
    category: stato,
    status: cancelled ? 'CANCELLED' : 'CONFIRMED',
    priority: PRIORITIES[priorita] ?? UNDEFINED_PRIORITY,
    free: cancelled || closed,
    sequence: row.versione - 1,
    created: row.data_ins,
    changed: row.data_ultima_mod,
  };
}
