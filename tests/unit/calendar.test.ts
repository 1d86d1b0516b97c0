/** The calendar's calculations without a screen: dates, positions, hours, loads. */
import { describe, expect, it } from 'vitest';
import { dateOf, isoWallTime, wallOf } from '../../resources/format/plant-time.ts';
import { hoursByDay, hoursOfDay } from '../../schemas/working-days.ts';
import { isInRange, movedTo, spanOf, step, weekOf } from '../../src/interventions/calendar/calendar-days.ts';
import { eventMaker, eventOf, type Job } from '../../src/interventions/calendar/calendar-events.ts';
import { periodName } from '../../src/interventions/calendar/day-names.ts';
import { beginning, loadAfter, loadOf, loadsOf, NOBODY } from '../../src/interventions/calendar/load.ts';

const ROME = 'Europe/Rome';
const FACTS = { zone: ROME, withTime: true, hoursOfDay: 8 };
let count = 0;
const job = (more: Partial<Job> = {}): Job => ({
  id: ++count,
  versione: 1,
  codice: `ODL-${count}`,
  descrizione: 'Pompa',
  oggetto: 'FOL - Foligno',
  stato: 'Assegnato',
  cod_stato: 'AS',
  id_tipo_stato_odl: 1,
  id_oggetto: 1,
  data_ordine: '2027-03-29T07:30:00Z',
  id_tecnico: 7,
  tecnico: 'Luca Ferri',
  id_usr_notifica: null,
  ore_previste: 2,
  colore: '{"r":200,"g":0,"b":0,"a":1}',
  modificabile: 1,
  dataInizioModificabile: 1,
  ...more,
});
const event = (more: Partial<Job> = {}, facts = FACTS) => eventOf(job(more), undefined, facts);

describe('the days', () => {
  it('are whole weeks from Monday in a month, seven in a week, one in a day [cal-week]', () => {
    expect(spanOf('month', '2027-02-10')).toEqual({ from: '2027-02-01', to: '2027-02-28' });
    expect(spanOf('month', '2027-05-31')).toEqual({ from: '2027-04-26', to: '2027-06-06' });
    expect(weekOf('2027-03-28')).toEqual([
      '2027-03-22',
      '2027-03-23',
      '2027-03-24',
      '2027-03-25',
      '2027-03-26',
      '2027-03-27',
      '2027-03-28',
    ]);
    expect(spanOf('day', '2027-03-28')).toEqual({ from: '2027-03-28', to: '2027-03-28' });
    expect(spanOf('technicians', '2027-03-29')).toEqual(spanOf('week', '2027-04-04'));
  });

  it('move by a month, a week, a day, and stay within the calendar [cal-buttons]', () => {
    expect(step('month', '2027-01-31', 1)).toBe('2027-02-28');
    expect(step('month', '2027-01-15', -1)).toBe('2026-12-15');
    expect(step('week', '2027-03-28', 1)).toBe('2027-04-04');
    expect(step('day', '2027-03-01', -1)).toBe('2027-02-28');
    expect(step('month', '2999-12-31', 1)).toBe('2999-12-31');
    const days = ['2027-02-30', '0001-01-01', '9999-12-31', 'x', '', null, '2027-02-28'];
    expect(days.map(isInRange)).toEqual([false, false, false, false, false, false, true]);
  });

  it("follow the plant's time zone, across clock changes, wherever the browser is", () => {
    expect(wallOf('2027-03-27T23:30:00Z', ROME)).toBe('2027-03-28T00:30:00');
    expect(wallOf('2027-03-28T01:00:00Z', ROME)).toBe('2027-03-28T03:00:00');
    expect(wallOf('2027-03-28T01:00:00Z', 'Asia/Tokyo')).toBe('2027-03-28T10:00:00');
    expect(isoWallTime(dateOf('2027-11-30T08:15:00'))).toBe('2027-11-30T08:15:00');
    expect(movedTo('2027-03-28', '2027-02-26T09:30:00')).toBe('2027-03-28T09:30:00');
  });

  it('have names in both languages', () => {
    expect(periodName('month', '2027-03-28', 'it')).toBe('marzo 2027');
    expect(periodName('week', '2026-12-30', 'en')).toBe('28 Dec 2026 – 3 Jan 2027');
    expect(periodName('day', '2027-03-28', 'it')).toBe('domenica 28 marzo 2027');
  });
});

describe('an intervention in the calendar', () => {
  it('has its code, object and description, and a text that can be read on its colour [cal-items]', () => {
    const { title, colours } = event();
    expect(title).toMatch(/^ODL-\d+ · FOL - Foligno · Pompa$/);
    expect(colours).toEqual({ background: '#c80000', text: '#ffffff' });
    expect(event({ colore: null }).colours.background).toBe('var(--hover)');
  });

  it('lasts as long as is planned, an hour at least, and no further than its day; without an hour it has the day', () => {
    const placed = (more: Partial<Job>, facts = FACTS) => {
      const { start, end, allDay } = event(more, facts);
      return [isoWallTime(start), isoWallTime(end), allDay];
    };
    expect(placed({})).toEqual(['2027-03-29T09:30:00', '2027-03-29T11:30:00', false]);
    expect(placed({ ore_previste: null })).toEqual(['2027-03-29T09:30:00', '2027-03-29T10:30:00', false]);
    const late = { data_ordine: '2027-03-29T20:00:00Z', ore_previste: 8 };
    expect(placed(late)).toEqual(['2027-03-29T22:00:00', '2027-03-29T23:59:59', false]);
    const days = ['2027-03-29T00:00:00', '2027-03-30T00:00:00', true];
    expect(placed({ data_ordine: '2027-03-28T22:00:00Z' })).toEqual(days);
    expect(placed({}, { ...FACTS, withTime: false })).toEqual(days);
  });

  it("end by the plant's clock, whatever the browser's clock does that day", () => {
    const before = process.env.TZ;
    try {
      // Summer time starts in Los Angeles two weeks before Rome.
      for (const zone of ['America/Los_Angeles', ROME]) {
        process.env.TZ = zone;
        const { end } = event({ data_ordine: '2027-03-14T00:00:00Z', ore_previste: 4 });
        expect([zone, isoWallTime(end)]).toEqual([zone, '2027-03-14T05:00:00']);
        const changed = event({ data_ordine: '2027-03-28T00:00:00Z', ore_previste: 4 });
        expect([zone, isoWallTime(changed.end)]).toEqual([zone, '2027-03-28T06:00:00']);
      }
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });

  it('of more hours than a day continues over working days: forty hours are five days', () => {
    const days = [...hoursByDay('2027-03-25', 40, 8)];
    expect(days).toEqual([
      ['2027-03-25', 8],
      ['2027-03-26', 8],
      ['2027-03-29', 8],
      ['2027-03-30', 8],
      ['2027-03-31', 8],
    ]);
    expect([...hoursByDay('2027-03-27', 9, 8)]).toEqual([
      ['2027-03-27', 8],
      ['2027-03-29', 1],
    ]);
    expect([...hoursByDay('2027-03-27', -1, 8)]).toEqual([['2027-03-27', 0]]);
    expect(hoursByDay('2027-03-25', 9_999_999, 8).size).toBeLessThan(31);
    const { start, end, allDay } = event({ data_ordine: '2027-03-25T08:00:00Z', ore_previste: 40 });
    expect([isoWallTime(start), isoWallTime(end), allDay]).toEqual([
      '2027-03-25T00:00:00',
      '2027-04-01T00:00:00',
      true,
    ]);
    expect(['7,5', '0', undefined, 'x'].map((value) => hoursOfDay(() => value))).toEqual([7.5, 8, 8, 8]);
  });

  it('stays the same object while nothing of it changes', () => {
    const make = eventMaker(FACTS);
    const jobs = [job(), job()];
    const first = make(jobs, new Map());
    const second = make(jobs, new Map([[jobs[0]!.id, { wall: '2027-04-01T09:30:00', technician: null }]]));
    expect(second[1]).toBe(first[1]);
    expect(second[0]).toMatchObject({ wall: '2027-04-01T09:30:00', technician: null });
  });
});

describe('the load of a technician', () => {
  it('counts the hours of each day without cancelled work, and the events without hours', () => {
    const events = [
      event(),
      event({ ore_previste: null }),
      event({ id_tipo_stato_odl: 2 }),
      event({ id_tecnico: null }),
    ];
    const loads = loadsOf(events);
    expect(loadOf(loads, 7, '2027-03-29')).toMatchObject({ hours: 2, withoutHours: 1 });
    expect(loadOf(loads, 7, '2027-03-29').events).toHaveLength(3);
    expect(loadOf(loads, NOBODY, '2027-03-29').hours).toBe(2);
    expect(loadOf(loads, 7, '2027-03-30').hours).toBe(0);
  });

  it("is computed as after the drop, on each affected day, without the event's own hours", () => {
    const [busy, moved] = [event({ ore_previste: 7 }), event({ ore_previste: 12, id_tecnico: 8 })];
    const loads = loadsOf([busy, moved]);
    const drag = { event: moved, day: '2027-03-29' };
    const over = (row: number, day: string) => [...loadAfter(loads, drag, { row, day }, 8)];
    expect(over(7, '2027-03-29')).toEqual([
      ['2027-03-29', 15],
      ['2027-03-30', 4],
    ]);
    expect(over(8, '2027-03-30')).toEqual([
      ['2027-03-30', 8],
      ['2027-03-31', 4],
    ]);
    // Dragged at its second day, it starts a day before the pointer.
    expect(beginning({ event: moved, day: '2027-03-30' }, '2027-04-02')).toBe('2027-04-01');
  });
});
