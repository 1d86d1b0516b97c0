/** The filters of the list of interventions that no column answers as they are meant. */

import { CLOSING, OVER_SQL } from '../../../../schemas/interventions.ts';
import { addDays, hoursOfDay, LONGEST_DAYS } from '../../../../schemas/working-days.ts';
import type { ListCondition } from '../../../capabilities/rules.ts';
import type { FewValues } from '../../../database/list-query.ts';
import { isAmong, MarkedValues, matching } from '../../../database/sql.ts';
import type { Context } from '../../../http/call.ts';
import { isOfClocks, todayIn } from '../../../plant/plant-time.ts';
import {
  idsAsked,
  isDay,
  isOn,
  momentAsked,
  type Query,
  textAsked,
} from '../../../requests/list-parameters.ts';
import { isAdmin } from '../reach/rights.ts';
import { endOf, lateMoments, monthFrom, startOf } from './plant-days.ts';

type Condition = Pick<ListCondition, 'sql' | 'values'>;

/** Few ids, found once and before the rows: a plan that begins with them can use the index of the column. */
const among = (column: string, query: string): string => `t.${column} = any(array(${query}))`;
const inStates = (types: string): string =>
  among('id_stato', `select s.id from stato s where s.id_tipo_stato_odl ${types}`);

const NOT_OVER = `not in ${OVER_SQL}`;
const IN_WORK = inStates(NOT_OVER);
/** All that is in work, the oldest first: it is a small part, and lies behind years of what is over. */
const OLDEST: FewValues = {
  column: 'id_stato',
  values: `select s.id from stato s where s.id_tipo_stato_odl ${NOT_OVER}`,
  sortedBy: 'data_ordine',
};
/** These narrow nothing. */
const BARE = ['pag', 'max_rows', 'orderByCol', 'orderByDir', 'sort', 'tipoColore', 'isCalendario'];
const isBare = (query: Query): boolean =>
  Object.entries(query).every(([name, value]) => BARE.includes(name) || value === '' || value === '0');

/** Who names what he wants sees it, over or not: these rows, these states, what followed one, what used a part. */
const namesRows = ({ id, idStato, idInterventoOriginale, idRicambio }: Query): boolean =>
  [id, idStato, idInterventoOriginale, idRicambio].some((value) => value && value !== '-1');

function ofStates(query: Query): Condition[] {
  if (isOn(query.assegnatiChiusi)) return [{ sql: inStates(`= ${CLOSING}`), values: [] }];
  if (isOn(query.scaduti)) return [{ sql: IN_WORK, values: [] }];
  return isOn(query.mostraChiusi) || namesRows(query) ? [] : [{ sql: IN_WORK, values: [] }];
}

/** A condition of ids, with its value; nothing of none. */
function ofIds(ids: number[], such: (is: (column: string) => string) => string): Condition[] {
  if (ids.length === 0) return [];
  const values = new MarkedValues();
  return [{ sql: such((column) => isAmong(column, ids, values)), values: values.list }];
}

function ofAssetNamed(text: string): Condition {
  const values = new MarkedValues();
  const such = matching(['a.codice', 'a.descrizione'], text, values);
  return { sql: among('id_oggetto', `select a.id from oggetto a where ${such}`), values: values.list };
}

/** Assets, or they and all that stands below them; the picker of the tree says 0 for none. */
function ofAsset(query: Query): Condition[] {
  const ids = query.idOggetto === '0' ? [] : idsAsked(query, 'idOggetto');
  const text = textAsked(query, 'filtroOggetto');
  const below = (above: string) => `select discendente from oggetto_discendenza where ${above}`;
  return [
    ...ofIds(ids, (is) =>
      isOn(query.aggiungiFigli)
        ? `(${is('t.id_oggetto')} or ${among('id_oggetto', below(is('antenato')))})`
        : is('t.id_oggetto'),
    ),
    ...(text === undefined ? [] : [ofAssetNamed(text)]),
  ];
}

/** From the beginning of a day, or a moment, until the end of a day, or a moment, by the plant's clock. */
function between(
  column: string,
  names: { on: string; from: string; to: string },
  context: Context,
): Condition[] {
  const { query, setting } = context;
  const [on, from, to] = [names.on, names.from, names.to].map((name) => momentAsked(query, name));
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

/** Of the calendar: what is planned for so long that it goes on into the days asked for. */
function plannedOf(context: Context): Condition[] {
  const names = { on: 'data', from: 'dataDa', to: 'dataA' };
  const { query, setting } = context;
  const from = momentAsked(query, names.from);
  if (!isOn(query.isCalendario) || !from || !isDay(from) || !isOfClocks(from))
    return between('data_ordine', names, context);
  const [begun, first] = [startOf(addDays(from, -LONGEST_DAYS), setting), startOf(from, setting)];
  return [
    {
      sql: '(t.data_ordine >= ? and (t.data_ordine >= ? or t.ore_previste > ?))',
      values: [begun, first, hoursOfDay(setting)],
    },
    ...between('data_ordine', names, { ...context, query: { ...query, dataDa: '' } }),
  ];
}

const dates = (context: Context): Condition[] => [
  ...plannedOf(context),
  ...[
    ['data_fine', 'dataFine'],
    ['data_ultima_mod', 'dataUltimaModView'],
  ].flatMap(([column, name]) => between(column!, { on: name!, from: `${name}Da`, to: `${name}A` }, context)),
];

/** Of the dashboard: the technician's are assigned to him, the reporter's raised by him, the planner's of this month. */
function mine({ query, user, setting }: Context): Condition[] {
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

function others(query: Query, { setting }: Context): Condition[] {
  const used = (parts: string) =>
    `select v.id_odl from movimentazione v where ${parts} and v.id_odl is not null`;
  return [
    ...ofIds(idsAsked(query, 'idRicambio'), (is) => among('id', used(is('v.id_ricambio')))),
    ...(isOn(query.scaduti) ? [late(setting)] : []),
    ...(isOn(query.nonScaduti) ? [inTime(setting)] : []),
  ];
}

function late(setting: Context['setting']): Condition {
  const { before, today } = lateMoments(setting);
  return { sql: '(t.data_ordine < ? and t.data_ordine <> ?)', values: [before, today] };
}

function inTime(setting: Context['setting']): Condition {
  const { before, today } = lateMoments(setting);
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
];

export function interventionFilters(query: Query, context: Context): ListCondition {
  const asked = { ...context, query };
  const parts = [
    ...ofStates(query),
    ...ofAsset(query),
    ...dates(asked),
    ...mine(asked),
    ...others(query, asked),
  ];
  return {
    sql: parts.length > 0 ? parts.map(({ sql }) => sql).join(' and ') : 'true',
    values: parts.flatMap(({ values }) => values),
    replaces: [...REPLACED, 'filtroOggetto'],
    few: isBare(query) ? OLDEST : undefined,
  };
}
