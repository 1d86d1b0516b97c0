/**
 * The filters of the list of parts that no column answers: by what lies where, by the assets and interventions they
 * were moved on, by what an asset is known to need. `idClasse` is the class of those assets, unless the call says
 * that it is the part's.
 */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { ListCondition } from '../../capabilities/rules.ts';
import { isAmong, MarkedValues, matching } from '../../database/sql.ts';
import { idsAsked, isOn, type Query, textAsked } from '../../http/asked.ts';
import type { Context } from '../../http/call.ts';
import { lowStock } from './figures.ts';
import { reach } from './reach.ts';

/** Conditions in words of `?`, put together in order. */
class Parts extends MarkedValues {
  private readonly sql: string[] = [];

  put(sql: string): void {
    this.sql.push(sql);
  }

  get text(): string {
    return this.sql.join(' and ');
  }
}

/** Assets, or they and all that stands below them. */
export function assetIs(
  column: string,
  ids: number[],
  query: Query,
  values: { add(value: unknown): string },
): string {
  const own = isAmong(column, ids, values);
  if (!isOn(query.aggiungiFigli)) return own;
  const above = isAmong('antenato', ids, values);
  return `(${own} or ${column} in (select discendente from oggetto_discendenza where ${above}))`;
}

/**
 * One of the parts that a query finds: they are few beside all parts, so that they are found first, and not looked for
 * part by part.
 */
const among = (query: string): string => `t.id = any(array(${query}))`;
/** Parts moved on interventions of assets that are within reach, and as these conditions have them. */
const movedOn = (conditions: string): string =>
  among(`select v.id_ricambio from movimentazione v join odl o on o.id = v.id_odl join oggetto a on a.id = o.id_oggetto
    where ${conditions}`);
const recommendedFor = (conditions: string): string =>
  among(`select c.id_ricambio from oggetto_ricambi_consigliati c join oggetto a on a.id = c.id_oggetto
    where ${conditions}`);

function byStock(query: Query, schemas: Schemas, context: Context, parts: Parts): void {
  const warehouses = idsAsked(query, 'magazzino');
  const positive = isOn(query.hideUnavailable) || isOn(query.showOnlyPositiveQuantity);
  if (warehouses.length === 0 && !positive) return;
  const here = warehouses.length === 0 ? '' : ` and ${isAmong('g.id_magazzino', warehouses, parts)}`;
  const some = positive ? ' and g.quantita > 0' : '';
  // What lies in a warehouse is told to who may see the warehouse.
  const seen =
    warehouses.length === 0
      ? ''
      : ` and exists (select 1 from magazzino m where m.id = g.id_magazzino and ${reach(schemas.byResource.entity('magazzino'), 'm', context, parts)})`;
  parts.put(`exists (select 1 from giacenza g where g.id_ricambio = t.id${here}${some}${seen})`);
}

function byAsset(query: Query, schemas: Schemas, context: Context, parts: Parts): void {
  const asset = schemas.byResource.entity('oggetto');
  const on = (name: string, such: (conditions: string) => string): void => {
    const ids = idsAsked(query, name);
    if (ids.length === 0) return;
    const its = assetIs('a.id', ids, query, parts);
    parts.put(such(`${its} and ${reach(asset, 'a', context, parts)}`));
  };
  on('idOggetto', movedOn);
  on('idOggettoForConsigliati', recommendedFor);
  const text = textAsked(query, 'oggetto');
  if (text !== undefined) {
    const like = matching(['a.codice', 'a.descrizione'], text, parts);
    parts.put(movedOn(`${like} and ${reach(asset, 'a', context, parts)}`));
  }
}

function byClass(query: Query, schemas: Schemas, context: Context, parts: Parts): void {
  const classes = idsAsked(query, 'idClasse');
  if (classes.length === 0) return;
  if (isOn(query.isClasseRicambio)) {
    parts.put(isAmong('t.id_classe', classes, parts));
    return;
  }
  const asset = schemas.byResource.entity('oggetto');
  const of = (such: (conditions: string) => string): string => {
    const its = isAmong('a.id_classe', classes, parts);
    return such(`${its} and ${reach(asset, 'a', context, parts)}`);
  };
  parts.put(`(${of(movedOn)} or ${of(recommendedFor)})`);
}

function byIntervention(query: Query, parts: Parts): void {
  const ids = idsAsked(query, 'idIntervento');
  if (ids.length === 0) return;
  parts.put(
    among(`select v.id_ricambio from movimentazione v where ${isAmong('v.id_odl', ids, parts)}
      union all select p.id_ricambio from prenotazione p where ${isAmong('p.id_odl', ids, parts)}`),
  );
}

export function partFilters(query: Query, schemas: Schemas, context: Context): ListCondition | undefined {
  const parts = new Parts();
  byStock(query, schemas, context, parts);
  byAsset(query, schemas, context, parts);
  byClass(query, schemas, context, parts);
  byIntervention(query, parts);
  const low = lowStock(query);
  for (const { sql } of low) parts.put(sql);
  if (parts.text === '') return undefined;
  return { sql: parts.text, values: parts.list, replaces: low.flatMap(({ replaces }) => replaces ?? []) };
}
