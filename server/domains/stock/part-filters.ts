/**
 * The filters of parts that need other tables: places with stock, assets and interventions on which the part was
 * moved, recommended parts. `idClasse` is the class of those assets, unless `isClasseRicambio` makes it the class
 * of the part.
 */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { ListCondition } from '../../capabilities/rules.ts';
import { searching } from '../../database/searched-words.ts';
import { isAmong, MarkedValues } from '../../database/sql.ts';
import type { Context } from '../../http/call.ts';
import { idsParameter, isOn, type Query, textParameter } from '../../requests/list-parameters.ts';
import { lowStock } from './part-sums.ts';
import { andWithinWork, reach } from './reach.ts';

/** Conditions with `?` placeholders, joined in the order of their values. */
class Conditions extends MarkedValues {
  private readonly sql: string[] = [];

  put(sql: string): void {
    this.sql.push(sql);
  }

  get text(): string {
    return this.sql.join(' and ');
  }
}

/** Returns the condition for assets, with all assets below them if the query says so. */
export function assetIs(
  column: string,
  ids: number[],
  query: Query,
  values: { add(value: unknown): string },
): string {
  const isListed = isAmong(column, ids, values);
  if (!isOn(query.aggiungiFigli)) return isListed;
  const above = isAmong('antenato', ids, values);
  return `(${isListed} or ${column} in (select discendente from oggetto_discendenza where ${above}))`;
}

/** Returns the condition that `query` finds the part. It finds few parts, so PostgreSQL reads them first. */
const among = (query: string): string => `t.id = any(array(${query}))`;
/** Returns the condition for parts moved on interventions of the assets that match. */
const movedOn = (conditions: string): string =>
  among(`select v.id_ricambio from movimentazione v join odl o on o.id = v.id_odl join oggetto a on a.id = o.id_oggetto
    where ${conditions}`);
const recommendedFor = (conditions: string): string =>
  among(`select c.id_ricambio from oggetto_ricambi_consigliati c join oggetto a on a.id = c.id_oggetto
    where ${conditions}`);

function byStock(query: Query, schemas: Schemas, context: Context, conditions: Conditions): void {
  const warehouses = idsParameter(query, 'magazzino');
  const positive = isOn(query.hideUnavailable) || isOn(query.showOnlyPositiveQuantity);
  if (warehouses.length === 0 && !positive) return;
  const inWarehouses =
    warehouses.length === 0 ? '' : ` and ${isAmong('g.id_magazzino', warehouses, conditions)}`;
  const hasStock = positive ? ' and g.quantita > 0' : '';
  // Only users who may see a warehouse may see its stock.
  const mayBeSeen =
    warehouses.length === 0
      ? ''
      : ` and exists (select 1 from magazzino m where m.id = g.id_magazzino and ${reach(schemas.byResource.entity('magazzino'), 'm', context, conditions)})`;
  conditions.put(
    `exists (select 1 from giacenza g where g.id_ricambio = t.id${inWarehouses}${hasStock}${mayBeSeen})`,
  );
}

function byAsset(query: Query, schemas: Schemas, context: Context, conditions: Conditions): void {
  const asset = schemas.byResource.entity('oggetto');
  const on = (name: string, condition: (conditions: string) => string): void => {
    const ids = idsParameter(query, name);
    if (ids.length === 0) return;
    const onAssets = assetIs('a.id', ids, query, conditions);
    conditions.put(condition(`${onAssets} and ${reach(asset, 'a', context, conditions)}`));
  };
  on('idOggetto', movedOn);
  on('idOggettoForConsigliati', recommendedFor);
  const text = textParameter(query, 'oggetto');
  if (text !== undefined) {
    const like = searching(asset, 'a', ['codice', 'descrizione'], text, conditions);
    conditions.put(movedOn(`${like} and ${reach(asset, 'a', context, conditions)}`));
  }
}

function byClass(query: Query, schemas: Schemas, context: Context, conditions: Conditions): void {
  const classes = idsParameter(query, 'idClasse');
  if (classes.length === 0) return;
  if (isOn(query.isClasseRicambio)) {
    conditions.put(isAmong('t.id_classe', classes, conditions));
    return;
  }
  const asset = schemas.byResource.entity('oggetto');
  const of = (condition: (conditions: string) => string): string => {
    const onAssets = isAmong('a.id_classe', classes, conditions);
    return condition(`${onAssets} and ${reach(asset, 'a', context, conditions)}`);
  };
  conditions.put(`(${of(movedOn)} or ${of(recommendedFor)})`);
}

function byIntervention(query: Query, schemas: Schemas, context: Context, conditions: Conditions): void {
  const ids = idsParameter(query, 'idIntervento');
  if (ids.length === 0) return;
  const of = (table: string): string =>
    `select v.id_ricambio from ${table} v
     where ${isAmong('v.id_odl', ids, conditions)}${andWithinWork(schemas, 'v.id_odl', context)}`;
  conditions.put(among(`${of('movimentazione')} union all ${of('prenotazione')}`));
}

export function partFilters(query: Query, schemas: Schemas, context: Context): ListCondition | undefined {
  const conditions = new Conditions();
  byStock(query, schemas, context, conditions);
  byAsset(query, schemas, context, conditions);
  byClass(query, schemas, context, conditions);
  byIntervention(query, schemas, context, conditions);
  const low = lowStock(query);
  for (const { sql } of low) conditions.put(sql);
  if (conditions.text === '') return undefined;
  return {
    sql: conditions.text,
    values: conditions.list,
    replaces: low.flatMap(({ replaces }) => replaces ?? []),
  };
}
