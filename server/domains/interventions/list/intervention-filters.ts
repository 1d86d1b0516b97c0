/** The filters of the list of interventions that need more than one column. */

import type { Entity } from '../../../../schemas/entity.ts';
import { CLOSING, OVER_SQL } from '../../../../schemas/interventions.ts';
import { rangeOf } from '../../../../schemas/ranges.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { addDays, hoursOfDay, LONGEST_DAYS } from '../../../../schemas/working-days.ts';
import type { ListCondition } from '../../../capabilities/rules.ts';
import type { FewValues } from '../../../database/list-query.ts';
import { searching } from '../../../database/searched-words.ts';
import { isAmong, MarkedValues } from '../../../database/sql.ts';
import type { Context } from '../../../http/call.ts';
import { isOfClocks, todayIn } from '../../../plant/plant-time.ts';
import {
  idsParameter,
  isDay,
  isOn,
  type Query,
  textParameter,
  timestampParameter,
} from '../../../requests/list-parameters.ts';
import { isAdmin } from '../reach/rights.ts';
import { takeable } from '../take-over/offered.ts';
import { endOf, lateBounds, monthFrom, startOf } from './plant-days.ts';

type Condition = Pick<ListCondition, 'sql' | 'values'>;

/** Returns a condition for a few ids, which PostgreSQL reads first and then finds with the column's index. */
const among = (column: string, query: string): string => `t.${column} = any(array(${query}))`;
const inStates = (types: string): string =>
  among('id_stato', `select s.id from stato s where s.id_tipo_stato_odl ${types}`);

const NOT_OVER = `not in ${OVER_SQL}`;
const IN_OPEN_STATE = inStates(NOT_OVER);
/**
 * The order of open interventions, oldest first. They are a small part of a table that contains mostly finished
 * ones.
 */
const OLDEST: FewValues = {
  column: 'id_stato',
  values: `select s.id from stato s where s.id_tipo_stato_odl ${NOT_OVER}`,
  sortedBy: 'data_ordine',
};
/** Parameters that do not filter, or only by the date that sorts. */
const NOT_FILTERING = [
  'pag',
  'max_rows',
  'tot',
  'orderByCol',
  'orderByDir',
  'sort',
  'tipoColore',
  'isCalendario',
  'giorniOltre',
  'scaduti',
  'nonScaduti',
];
const isUnfiltered = (query: Query): boolean =>
  Object.entries(query).every(
    ([name, value]) => NOT_FILTERING.includes(name) || value === '' || value === '0',
  );

/**
 * Returns whether the request names rows, states, an original or a part. It then includes finished interventions.
 */
const namesRows = ({ id, idStato, idInterventoOriginale, idRicambio }: Query): boolean =>
  [id, idStato, idInterventoOriginale, idRicambio].some((value) => value && value !== '-1');

function byState(query: Query): Condition[] {
  if (isOn(query.assegnatiChiusi)) return [{ sql: inStates(`= ${CLOSING}`), values: [] }];
  if (isOn(query.scaduti)) return [{ sql: IN_OPEN_STATE, values: [] }];
  return isOn(query.mostraChiusi) || namesRows(query) ? [] : [{ sql: IN_OPEN_STATE, values: [] }];
}

/** Returns the condition for these ids, or no condition if there are no ids. */
function byIds(ids: number[], condition: (is: (column: string) => string) => string): Condition[] {
  if (ids.length === 0) return [];
  const values = new MarkedValues();
  return [{ sql: condition((column) => isAmong(column, ids, values)), values: values.list }];
}

function byAssetText(asset: Entity, text: string): Condition {
  const values = new MarkedValues();
  const condition = searching(asset, 'a', ['codice', 'descrizione'], text, values);
  // Many assets may match, so PostgreSQL decides whether to begin with the assets or with the interventions.
  const sql = `t.id_oggetto in (select a.id from oggetto a where ${condition})`;
  return { sql, values: values.list };
}

/** Filters by assets, with those below them on request. The tree picker sends 0 for none. */
function byAsset(asset: Entity, query: Query): Condition[] {
  const ids = query.idOggetto === '0' ? [] : idsParameter(query, 'idOggetto');
  const text = textParameter(query, 'filtroOggetto');
  const below = (above: string) => `select discendente from oggetto_discendenza where ${above}`;
  return [
    ...byIds(ids, (is) =>
      isOn(query.aggiungiFigli)
        ? `(${is('t.id_oggetto')} or ${among('id_oggetto', below(is('antenato')))})`
        : is('t.id_oggetto'),
    ),
    ...(text === undefined ? [] : [byAssetText(asset, text)]),
  ];
}

/**
 * Returns the condition for a period in the plant's time zone. Each end is a date, which counts in full, or a
 * timestamp.
 */
function between(
  column: string,
  names: { on: string; from: string; to: string },
  context: Context,
): Condition[] {
  const { query, setting } = context;
  const [on, from, to] = [names.on, names.from, names.to].map((name) => timestampParameter(query, name));
  const begin = (moment: string): string => (isDay(moment) ? startOf(moment, setting) : moment);
  const after = (moment: string): Condition => ({ sql: `t.${column} >= ?`, values: [begin(moment)] });
  const before = (moment: string): Condition =>
    isDay(moment)
      ? { sql: `t.${column} < ?`, values: [endOf(moment, setting)] }
      : { sql: `t.${column} <= ?`, values: [moment] };
  return [
    ...(on ? [after(on), before(on)] : []),
    ...(from ? [after(from)] : []),
    ...(to ? [before(to)] : []),
  ];
}

/** Filters by planned date; in the calendar includes earlier work that is long enough to reach the requested dates. */
function plannedOf(context: Context): Condition[] {
  const names = { on: 'data', ...rangeOf('data') };
  const { query, setting } = context;
  const from = timestampParameter(query, names.from);
  if (!isOn(query.isCalendario) || !from || !isDay(from) || !isOfClocks(from))
    return between('data_ordine', names, context);
  const [earliest, first] = [startOf(addDays(from, -LONGEST_DAYS), setting), startOf(from, setting)];
  return [
    {
      sql: '(t.data_ordine >= ? and (t.data_ordine >= ? or t.ore_previste > ?))',
      values: [earliest, first, hoursOfDay(setting)],
    },
    ...between('data_ordine', names, { ...context, query: { ...query, [names.from]: '' } }),
  ];
}

const dates = (context: Context): Condition[] => [
  ...plannedOf(context),
  ...between('data_fine', { on: 'dataFine', ...rangeOf('dataFine') }, context),
  ...between('data_ultima_mod', { on: 'dataUltimaModView', ...rangeOf('dataUltimaModView') }, context),
];

/**
 * Filters for the dashboard: a technician's assigned work, a requester's reported work, an administrator's of this
 * month.
 */
function dashboardFilter({ query, user, setting }: Context): Condition[] {
  if (!user || !(isOn(query.assegnati) || isOn(query.assegnatiChiusi))) return [];
  if (user.family === 'RESP') return [{ sql: 't.id_usr_ins = ?', values: [user.id] }];
  if (!isAdmin(user)) return [{ sql: 't.id_tecnico = ?', values: [user.id] }];
  const month = monthFrom(todayIn(setting), 0);
  const [first, last] = [startOf(month, setting), startOf(monthFrom(month, 1), setting)];
  return [
    {
      sql: '((t.data_ordine >= ? and t.data_ordine < ?) or t.id_tecnico = ?)',
      values: [first, last, user.id],
    },
  ];
}

function others(query: Query, { setting, user }: Context): Condition[] {
  const used = (conditions: string) =>
    `select v.id_odl from movimentazione v where ${conditions} and v.id_odl is not null`;
  return [
    ...byIds(idsParameter(query, 'idRicambio'), (is) => among('id', used(is('v.id_ricambio')))),
    ...(isOn(query.scaduti) ? [late(setting)] : []),
    ...(isOn(query.nonScaduti) ? [inTime(setting)] : []),
    ...(isOn(query.prendibili) ? [takeable(user)] : []),
  ];
}

function late(setting: Context['setting']): Condition {
  const { before, today } = lateBounds(setting);
  return { sql: '(t.data_ordine < ? and t.data_ordine <> ?)', values: [before, today] };
}

function inTime(setting: Context['setting']): Condition {
  const { before, today } = lateBounds(setting);
  return { sql: '(t.data_ordine >= ? or t.data_ordine = ?)', values: [before, today] };
}

const REPLACED = [
  'idOggetto',
  'data',
  'dataFine',
  'dataUltimaModView',
  'mostraChiusi',
  'aggiungiFigli',
  'scaduti',
  'nonScaduti',
  'assegnati',
  'assegnatiChiusi',
  'prendibili',
];

export function interventionFilters(schemas: Schemas, query: Query, context: Context): ListCondition {
  const listContext = { ...context, query };
  const conditions = [
    ...byState(query),
    ...byAsset(schemas.byResource.entity('oggetto'), query),
    ...dates(listContext),
    ...dashboardFilter(listContext),
    ...others(query, listContext),
  ];
  return {
    sql: conditions.length > 0 ? conditions.map(({ sql }) => sql).join(' and ') : 'true',
    values: conditions.flatMap(({ values }) => values),
    replaces: [...REPLACED, 'filtroOggetto'],
    few: isUnfiltered(query) ? OLDEST : undefined,
  };
}
