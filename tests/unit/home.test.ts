/** Calculations of the home page without a screen. */
import { describe, expect, it } from 'vitest';
import type { Family } from '../../schemas/access.ts';
import { LEVELS, onTime } from '../../src/home/gauge.ts';
import { daysOf } from '../../src/home/list-links.ts';
import { pagesAround } from '../../src/home/pages.ts';
import { closedQuery, openQuery } from '../../src/home/panel-filters.ts';
import { partOf, restOfWeek } from '../../src/home/technician-week.ts';

describe('the gauge', () => {
  it('lights of its twenty segments the share that is not late [dash-delay]', () => {
    expect(LEVELS).toBe(20);
    expect(onTime(20, 5)).toEqual({ percent: 75, lit: 15 });
    expect(onTime(3, 3)).toEqual({ percent: 0, lit: 0 });
    expect(onTime(24, 0)).toEqual({ percent: 100, lit: 20 });
  });

  it('is whole only where nothing is late, and with no work at all', () => {
    expect(onTime(10_000, 1)).toEqual({ percent: 99, lit: 19 });
    expect(onTime(0, 0)).toEqual({ percent: 100, lit: 20 });
  });
});

describe('the pager', () => {
  it('shows five numbers around the page, or all if there are fewer [dash-pager]', () => {
    expect(pagesAround(1, 40)).toEqual([1, 2, 3, 4, 5]);
    expect(pagesAround(2, 40)).toEqual([1, 2, 3, 4, 5]);
    expect(pagesAround(17, 40)).toEqual([15, 16, 17, 18, 19]);
    expect(pagesAround(39, 40)).toEqual([36, 37, 38, 39, 40]);
    expect(pagesAround(2, 3)).toEqual([1, 2, 3]);
    expect(pagesAround(1, 0)).toEqual([]);
  });
});

describe('days', () => {
  it('of a month are its first and last', () => {
    expect(daysOf(2028, 2)).toEqual(['2028-02-01', '2028-02-29']);
    expect(daysOf(2026, 12)).toEqual(['2026-12-01', '2026-12-31']);
  });

  it('of the rest of the week end on Sunday, also at the end of a year', () => {
    expect(restOfWeek('2026-12-28')).toEqual(['2026-12-29', '2027-01-03']);
    expect(restOfWeek('2026-11-21')).toEqual(['2026-11-22', '2026-11-22']);
    expect(restOfWeek('2026-11-22')).toBeUndefined();
  });
});

describe('a panel', () => {
  const looking = (
    family: Family,
    settings: Record<string, string> = {},
    closing: string | undefined = '5,6',
  ) => ({
    family,
    me: 7,
    setting: (code: string) => settings[code],
    closing,
  });

  it('of open work requests all for an administrator, or the month and their own; for other users their own [B2] [dash-open-call]', () => {
    const order = { orderByCol: 'data_ordine', orderByDir: 'ASC', tipoColore: '1' };
    expect(openQuery(looking('SUPER'))).toEqual({ query: { assegnati: 0, ...order }, filter: {} });
    expect(openQuery(looking('SUADMIN', { DashTipoIntervAperti: '1' }))).toEqual({
      query: { assegnati: 1, ...order },
      filter: { assegnati: '1' },
    });
    expect(openQuery(looking('RIFTEC'))).toEqual({
      query: { assegnati: 1, ...order },
      filter: { tecnico: 7 },
    });
    expect(openQuery(looking('RESP')).query).toMatchObject({ assegnati: 1, orderByCol: 'data_ins' });
    expect(openQuery(looking('RESP')).filter).toEqual({ richiedente: 7 });
  });

  it('of closed work requests the closing states, last closed first; nothing is requested before they are loaded [B4] [dash-closed-call]', () => {
    const shared = { mostraChiusi: 1, orderByCol: 'data_fine', orderByDir: 'DESC', tipoColore: '1' };
    expect(closedQuery(looking('SUPER'))).toEqual({
      query: { assegnatiChiusi: 0, idStato: '5,6', ...shared },
      filter: { idStato: '5,6' },
    });
    expect(closedQuery({ ...looking('SUPER'), closing: undefined })).toEqual({});
    expect(closedQuery(looking('SUPER', { DashTipoIntervAperti: '1' }))).toEqual({
      query: { assegnatiChiusi: 1, ...shared },
      filter: { assegnatiChiusi: '1', mostraChiusi: '1' },
    });
    expect(closedQuery(looking('RIFTEC'))).toEqual({
      query: { assegnatiChiusi: 1, ...shared },
      filter: { tecnico: 7, idStato: '5,6' },
    });
  });

  it('colours its rows by type, by state or not at all [dash-params]', () => {
    const colour = (value: string) =>
      openQuery(looking('SUPER', { DashboardColRigaType: value })).query?.tipoColore;
    expect(['1', '2', '0'].map(colour)).toEqual(['1', '2', undefined]);
  });
});

describe('work that a phone has taken along', () => {
  const now = '2026-11-26T10:30:00';

  it('is late, of today, of the rest of the week, or of a later week', () => {
    expect(partOf('2026-11-25T23:00:00', now, false)).toBe('late_work');
    expect(partOf('2026-11-26T08:00:00', now, false)).toBe('today');
    expect(partOf('2026-11-29T08:00:00', now, false)).toBe('week');
    expect(partOf('2026-11-30T08:00:00', now, false)).toBeUndefined();
    expect(partOf('2026-11-30T08:00:00', '2026-11-29T10:00:00', false)).toBeUndefined();
  });

  it('is late after its time if the plant plans with times; midnight means the whole day', () => {
    expect(partOf('2026-11-26T08:00:00', now, true)).toBe('late_work');
    expect(partOf('2026-11-26T11:00:00', now, true)).toBe('today');
    expect(partOf('2026-11-26T00:00:00', now, true)).toBe('today');
  });
});
