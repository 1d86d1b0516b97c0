/** Pure functions of interventions: conditions of controls, structure of states, dates, rights. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { type Control, controlRefusals, meets, plantClock } from '../../schemas/state-controls.ts';
import { refusalTexts } from '../../schemas/validate.ts';
import {
  type Actor,
  mayAttach,
  mayChange,
  mayComment,
  mayCopy,
  mayReschedule,
  type Subject,
} from '../../server/domains/interventions/reach/rights.ts';
import { datesOf } from '../../server/domains/interventions/rules/state-dates.ts';
import { obstacleTo, type Passage, reachable } from '../../server/domains/interventions/rules/transitions.ts';

describe('a control', () => {
  const clock = plantClock('Europe/Rome');
  const met = (campo: string, condizione: number, valore: string | null, value: unknown): boolean =>
    meets({ campo, label: 'x', condizione, valore } satisfies Control, value, clock);

  it.each([
    ['campo_str1', 1, null, ' x ', true],
    ['campo_str1', 1, null, '  ', false],
    ['campo_int1', 1, null, 0, true],
    ['campo_boolean1', 1, null, 0, true],
    ['campo_file1', 1, null, 7, true],
    ['campo_file1', 1, null, null, false],
    ['campo_str1', 2, null, '', true],
    ['campo_int1', 2, null, 0, false],
    ['campo_str1', 3, 'Ok', ' ok ', true],
    ['campo_str1', 3, 'Ok', 'okay', false],
    ['campo_str1', 3, '', null, false],
    ['campo_int1', 3, '12', 12, true],
    ['campo_float1', 3, '1,50', 1.5, true],
    ['campo_boolean1', 3, '1', 1, true],
    ['campo_boolean1', 3, '1', 0, false],
    ['campo_date1', 3, '2026-03-29', '2026-03-29', true],
    ['campo_timestamp1', 3, '2026-07-02', '2026-07-01T22:30:00Z', true],
    ['campo_timestamp1', 3, '2026-07-01', '2026-07-01T22:30:00Z', false],
    ['campo_str1', 4, 'x', null, true],
    ['campo_int1', 4, '3', 3, false],
    ['campo_int1', 5, '9', 10, true],
    ['campo_int1', 5, '9', 9, false],
    ['campo_int1', 5, '9', null, false],
    ['campo_float1', 6, '0', 0, true],
    ['campo_float1', 6, '0', null, false],
    ['campo_date1', 7, '2026-03-29', '2026-03-28', true],
    ['campo_date1', 7, '2026-03-29', '2026-03-29', false],
    ['campo_date1', 8, '2026-03-29', '2026-03-29', true],
    ['campo_timestamp1', 5, '2026-07-01T10:00:00Z', '2026-07-01T10:00:01Z', true],
    ['campo_timestamp1', 5, '2026-07-01 10:00', '2026-07-01T08:00:01Z', true],
    ['campo_timestamp1', 5, '2026-07-01T10:00', '2026-07-01T08:00:00Z', false],
    ['campo_timestamp1', 3, '2026-12-01T10:00', '2026-12-01T09:00:00Z', true],
    ['campo_str1', 5, 'b', 'Cuscinetto', true],
    ['campo_nota1', 9, 'TENUTA', 'Sostituita la tenuta', true],
    ['campo_nota1', 9, 'tenuta', null, false],
  ] as const)('on %s, condition %i with %s: %s is %s [I12]', (campo, condition, target, value, expected) => {
    expect(met(campo, condition, target, value)).toBe(expected);
  });

  it.each([
    ['campo_date1', 5, '2026-03-29', 'maggiore di 29/03/2026', 'greater than 29/03/2026'],
    ['campo_timestamp1', 5, '2026-07-01', 'maggiore di 01/07/2026', 'greater than 01/07/2026'],
    [
      'campo_timestamp1',
      5,
      '2026-07-01T10:00',
      'maggiore di 01/07/2026 10:00',
      'greater than 01/07/2026 10:00',
    ],
    [
      'campo_timestamp1',
      5,
      '2026-07-01T10:00Z',
      'maggiore di 01/07/2026 12:00',
      'greater than 01/07/2026 12:00',
    ],
    ['campo_float1', 6, '1.5', 'maggiore o uguale a 1,5', 'at least 1.5'],
    ['campo_int1', 3, '123456', 'uguale a 123.456', 'equal to 123,456'],
    ['campo_boolean1', 3, '1', 'uguale a Sì', 'equal to Yes'],
    ['campo_str1', 3, '2026-03-29', 'uguale a 2026-03-29', 'equal to 2026-03-29'],
    ['campo_float1', 9, '1.5', 'contenere 1.5', 'contain 1.5'],
  ] as const)(
    'on %s, condition %i with %s says its value as people read it [I12]',
    (campo, condizione, valore, it, en) => {
      const control = { campo, label: 'Campo', condizione, valore };
      const refused = controlRefusals([control], { [campo]: null }, 'Chiuso', clock);
      expect(refusalTexts(refused, 'it')[campo]).toContain(it);
      expect(refusalTexts(refused, 'en')[campo]).toContain(en);
    },
  );
});

describe('the structure of states', () => {
  const ALL = -1;
  const EVERY_TYPE = 99;
  const rows: Passage[] = [
    { stato: 2, ruolo: ALL, tipo: ALL },
    { stato: 3, ruolo: 7, tipo: ALL },
    { stato: 4, ruolo: ALL, tipo: 5 },
    { stato: 4, ruolo: 8, tipo: 6 },
    { stato: 6, ruolo: 7, tipo: EVERY_TYPE },
  ];
  const scope = (role: number | undefined, type: number | null) => ({ role, type, everyType: EVERY_TYPE });

  it('offers the states that any row allows [structure-minus-one, I3]', () => {
    expect([...reachable(rows, scope(7, 5))]).toEqual([2, 3, 4, 6]);
    expect([...reachable(rows, scope(8, 6))]).toEqual([2, 4]);
    expect([...reachable(rows, scope(9, null))]).toEqual([2]);
    expect([...reachable(rows, scope(undefined, 6))]).toEqual([2, 3, 4, 6]);
  });

  it('reports the obstacles', () => {
    expect(obstacleTo(2, rows, scope(9, 9))).toBeUndefined();
    expect(obstacleTo(3, rows, scope(9, 9))).toBe('role');
    expect(obstacleTo(4, rows, scope(9, 9))).toBe('type');
    expect(obstacleTo(4, rows, scope(9, 6))).toBe('role');
    expect(obstacleTo(5, rows, scope(7, 5))).toBe('structure');
  });
});

describe('entering a state', () => {
  const now = new Date('2026-03-29T10:00:00Z');
  const NOW = now.toISOString();
  const [OPEN, WORK, CLOSED] = [1, 3, 4];
  const dates = (row: Row, from: number | undefined, to: number, closedBefore = false, before: Row = row) =>
    datesOf(row, before, { from, to, closedBefore, now });

  it('begins the work once, and ends it [I10]', () => {
    expect(dates({}, OPEN, WORK)).toEqual({ data_inizio: NOW });
    expect(dates({ data_inizio: '2026-03-01T08:00:00.000Z' }, OPEN, WORK)).toEqual({});
    expect(dates({ data_inizio: '2026-03-01T08:00:00.000Z' }, WORK, CLOSED)).toEqual({ data_fine: NOW });
    expect(dates({}, OPEN, CLOSED)).toEqual({ data_fine: NOW });
    expect(dates({}, OPEN, OPEN)).toEqual({});
    expect(dates({}, CLOSED, CLOSED)).toEqual({});
    expect(dates({}, WORK, 5)).toEqual({});
  });

  it('keeps an end that was entered, and not one of an earlier closing [I10]', () => {
    const end = '2026-03-20T08:00:00.000Z';
    expect(dates({ data_fine: end }, WORK, CLOSED)).toEqual({ data_fine: end });
    expect(dates({ data_inizio: end, data_fine: end }, WORK, CLOSED, true)).toEqual({ data_fine: NOW });
    expect(dates({ data_inizio: end, data_fine: end }, WORK, CLOSED, true, { data_fine: NOW })).toEqual({
      data_fine: end,
    });
  });

  it('reopened without a start, starts no later than its end [I10]', () => {
    const end = '2026-03-20T08:00:00.000Z';
    expect(dates({ data_fine: end }, CLOSED, WORK, true)).toEqual({ data_inizio: end });
    expect(dates({}, CLOSED, WORK, true)).toEqual({ data_inizio: NOW });
  });
});

describe('rights [R3, R4]', () => {
  const subject = (more: Partial<Subject> = {}): Subject => ({
    id_tecnico: null,
    id_usr_ins: 3,
    id_tipo_stato_odl: 1,
    cod_stato: 'AP',
    ...more,
  });
  const [admin, technician, reporter] = [
    { id: 1, family: 'SUPER' },
    { id: 2, family: 'RIFTEC' },
    { id: 3, family: 'RESP' },
  ] as [Actor, Actor, Actor];
  const closed = { id_tipo_stato_odl: 4, cod_stato: 'CH' };
  const invoiced = { id_tipo_stato_odl: 4, cod_stato: 'FA' };

  it.each([
    ['an administrator an open one', admin, {}, [true, true, true]],
    ['an administrator a closed one', admin, closed, [true, true, false]],
    ['an administrator an invoiced one', admin, invoiced, [false, true, false]],
    ['a technician nobody’s', technician, {}, [true, true, true]],
    ['a technician their own', technician, { id_tecnico: 2, id_tipo_stato_odl: 3 }, [true, true, true]],
    ['a technician another’s', technician, { id_tecnico: 9 }, [false, false, false]],
    ['a technician their own closed one', technician, { ...closed, id_tecnico: 2 }, [false, true, false]],
    [
      'a technician a cancelled one',
      technician,
      { id_tipo_stato_odl: 2, cod_stato: 'AN' },
      [false, true, false],
    ],
    ['a requester their own', reporter, {}, [true, true, true]],
    ['a requester their own in progress', reporter, { id_tipo_stato_odl: 3 }, [false, true, false]],
    ['a requester their own with a technician', reporter, { id_tecnico: 2 }, [false, true, false]],
    ['a reporter another’s', reporter, { id_usr_ins: 4 }, [false, false, false]],
    ['a reporter one that the product made', reporter, { id_usr_ins: null }, [false, false, false]],
  ])('change, copy and reschedule: %s', (_, person, more, expected) => {
    const one = subject(more);
    expect([mayChange(person, one), mayCopy(person, one), mayReschedule(person, one)]).toEqual(expected);
  });

  it.each([
    ['their own', {}, [true, true]],
    ['their own with a technician', { id_tecnico: 2, id_tipo_stato_odl: 3 }, [true, true]],
    ['their own closed one', { ...closed, id_tecnico: 2 }, [true, false]],
    ['another’s', { id_usr_ins: 4 }, [false, false]],
  ])('comment and add files: a requester %s', (_, more, expected) => {
    expect([mayComment(reporter, subject(more)), mayAttach(reporter, subject(more))]).toEqual(expected);
  });
});
