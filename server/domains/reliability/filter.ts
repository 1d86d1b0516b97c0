/** Reads which assets a request selects, how many, and in which order. */
import type { Entity } from '../../../schemas/entity.ts';
import { scopeConditions } from '../../database/list-query.ts';
import type { Values } from '../../database/sql.ts';
import type { Context } from '../../http/call.ts';
import { malformed, refusedField } from '../../http/problem.ts';
import { idParameter, idsParameter, isOn, type Query } from '../../requests/list-parameters.ts';

export const VIEWS = ['tree', 'list'] as const;
export const ORDERS = ['MTBF', 'MTTR'] as const;
export type View = (typeof VIEWS)[number];
export type Order = (typeof ORDERS)[number];

const DEFAULT_COUNT = 5;
const MAX_COUNT = 1000;

/** Each parameter with the column it filters. */
const COLUMNS: Record<string, string> = {
  idOrganizzazione: 'id_organizzazione',
  idReparto: 'id_reparto',
  idClasseObj: 'id_classe',
  idTipoAssetCritico: 'id_tipo_asset_critico',
};

function oneOf<T extends string>(query: Query, name: string, values: readonly T[]): T {
  const text = query[name] || values[0]!;
  const match = values.find((value) => value.toLowerCase() === text.toLowerCase());
  if (!match) throw malformed('bad-filter', { name });
  return match;
}

export const viewOf = (query: Query): View => oneOf(query, 'viewType', VIEWS);
export const orderOf = (query: Query): Order => oneOf(query, 'orderBy', ORDERS);

export function countOf({ numberOfSortedObjects: text = '' }: Query): number {
  if (text === '') return DEFAULT_COUNT;
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MAX_COUNT)
    throw refusedField({
      field: 'numberOfSortedObjects',
      rule: 'reliability-count',
      params: { min: 1, max: MAX_COUNT },
    });
  return count;
}

/** Returns the condition for existing assets within the user's scope. The alias is `a`. */
export const visibleAssets = (asset: Entity, { user }: Pick<Context, 'user'>, values: Values): string =>
  ['a.canc = 0', ...scopeConditions(asset, user?.scopes, values, 'a')].join(' and ');

/**
 * Returns the condition for the assets of the result: they are in service, match the filters, and are below the
 * opened row if there is one.
 */
export function selectedAssets(asset: Entity, context: Context, values: Values): string {
  const { query } = context;
  const below = idParameter(query, 'idPadre');
  const filters = Object.entries(COLUMNS).flatMap(([name, column]) => {
    const ids = idsParameter(query, name);
    return ids.length > 0 ? [`a.${column} = any(${values.add(ids)}::int[])`] : [];
  });
  return [
    visibleAssets(asset, context, values),
    ...(isOn(query.dismesso) ? [] : ['a.dismesso = 0']),
    ...filters,
    ...(below === undefined
      ? []
      : [
          `a.id in (select discendente from oggetto_discendenza where antenato = ${values.add(below)} and distanza > 0)`,
        ]),
  ].join(' and ');
}
