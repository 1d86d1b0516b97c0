/**
 * A technician's agenda: late work, work of today, and work of the rest of the week. The requests name the day, so on a
 * new day the device has no answers. Until they arrive, the agenda is made of the work that is stored on the device.
 */
import { isAway } from '../../dataProvider/envelope.ts';
import { isOnDevice } from '../../dataProvider/stored-first.ts';
import { takenOf } from '../../dataProvider/taken.ts';
import { nowIn, todayIn, wallOf } from '../../resources/format/plant-time.ts';
import type { Language, Row } from '../../schemas/entity.ts';
import { fetchWork, type Work, type WorkPage, type WorkQuery } from './home-calls.ts';
import type { ListFilter } from './list-links.ts';
import { type DayPart, partOf, restOfWeek } from './technician-week.ts';

/** The maximum number of rows per part. The list has the others. */
const MAX_ROWS = 20;
const NO_PAGE: WorkPage = { rows: [], total: 0 };

export interface AgendaPart {
  name: DayPart;
  filter: ListFilter;
  page: WorkPage;
}

export interface Agenda {
  parts: AgendaPart[];
  total: number;
}

/** Whose agenda it is, and in which language and time zone. */
export interface AgendaOf {
  query: WorkQuery;
  me: number;
  language: Language;
  zone: string;
  /** Whether planned times count, and not only dates. */
  withTime: boolean;
}

/** Returns the parts of the agenda. Late work of today appears only as late. */
function partsAt(now: Date, zone: string): Omit<AgendaPart, 'page'>[] {
  const today = todayIn(zone, now);
  const week = restOfWeek(today);
  return [
    { name: 'late_work', filter: { scaduti: '1' } },
    { name: 'today', filter: { dataDa: today, dataA: today, nonScaduti: '1' } },
    ...(week ? [{ name: 'week' as const, filter: { dataDa: week[0], dataA: week[1] } }] : []),
  ];
}

/** The values of fields that rows of a pack lack when they are empty. */
const EMPTY = { oggetto: null, data_ordine: null, priorita: null, tecnico: null, colore: null };

/** Returns a row of the stored work as lists display it. */
export const workOf = (row: Row): Work => ({ ...EMPTY, ...row }) as Work;

/** Makes the agenda of the work on the device. Rejects if there is none. */
async function takenAgenda({ me, language, zone, withTime }: AgendaOf, now: Date): Promise<Agenda> {
  const taken = await takenOf(me, language);
  if (!taken) throw new Error('Nothing is taken along');
  const own = taken.rows
    .filter(({ row }) => row.id_tecnico === me)
    .map(({ row }) => workOf(row))
    .toSorted((one, other) => String(one.data_ordine).localeCompare(String(other.data_ordine)));
  const local = nowIn(zone, now);
  const dayPart = ({ data_ordine: planned }: Work): DayPart | undefined =>
    planned === null ? undefined : partOf(wallOf(planned, zone), local, withTime);
  const parts = partsAt(now, zone).map((part) => {
    const rows = own.filter((work) => dayPart(work) === part.name);
    return { ...part, page: { rows: rows.slice(0, MAX_ROWS), total: rows.length } };
  });
  return { total: own.length, parts };
}

async function agendaOfDay({ query, zone }: AgendaOf, now: Date, signal: AbortSignal): Promise<Agenda> {
  const parts = partsAt(now, zone);
  const [all, ...pages] = await Promise.all([
    fetchWork({ ...query, pag: 1, max_rows: 1 }, signal),
    ...parts.map((part) => fetchWork({ ...query, ...part.filter, pag: 1, max_rows: MAX_ROWS }, signal)),
  ]);
  return {
    total: all.total,
    parts: parts.map((part, index) => ({ ...part, page: pages[index] ?? NO_PAGE })),
  };
}

export async function fetchAgenda(agenda: AgendaOf, signal: AbortSignal): Promise<Agenda> {
  const now = new Date();
  try {
    return await agendaOfDay(agenda, now, signal);
  } catch (error) {
    if (!isOnDevice(signal) && !(await isAway(error))) throw error;
    return takenAgenda(agenda, now).catch(() => {
      throw error;
    });
  }
}
