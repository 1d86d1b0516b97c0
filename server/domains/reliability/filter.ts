/** Which assets are asked for, how many of them, and in which order. */
import type { Entity } from '../../../schemas/entity.ts';
import { scopeConditions } from '../../database/list-query.ts';
import type { Values } from '../../database/sql.ts';
import { idAsked, idsAsked, isOn, type Query } from '../../http/asked.ts';
import type { Context } from '../../http/call.ts';
import { malformed, refusedField } from '../../http/problem.ts';

export const VIEWS = ['tree', 'list'] as const;
export const ORDERS = ['MTBF', 'MTTR'] as const;
export type View = (typeof VIEWS)[number];
export type Order = (typeof ORDERS)[number];

const USUAL = 5;
const MOST = 1000;

/** The parameter and the column of an asset that it limits. */
const COLUMNS: Record<string, string> = {
  idOrganizzazione: 'id_organizzazione',
  idReparto: 'id_reparto',
  idClasseObj: 'id_classe',
  idTipoAssetCritico: 'id_tipo_asset_critico',
};

function oneOf<T extends string>(query: Query, name: string, values: readonly T[]): T {
  const given = query[name] || values[0]!;
  const known = values.find((value) => value.toLowerCase() === given.toLowerCase());
  if (!known) throw malformed('bad-filter', { name });
  return known;
}

export const viewAsked = (query: Query): View => oneOf(query, 'viewType', VIEWS);
export const orderAsked = (query: Query): Order => oneOf(query, 'orderBy', ORDERS);

export function countAsked({ numberOfSortedObjects: given = '' }: Query): number {
  if (given === '') return USUAL;
  const count = /^\d{1,6}$/.test(given) ? Number(given) : 0;
  if (count < 1 || count > MOST)
    throw refusedField({
      field: 'numberOfSortedObjects',
      rule: 'reliability-count',
      params: { min: 1, max: MOST },
    });
  return count;
}

/** What a person sees of the assets that are there; the alias is `a`. */
export const seenAssets = (asset: Entity, { user }: Pick<Context, 'user'>, values: Values): string =>
  ['a.canc = 0', ...scopeConditions(asset, user?.scopes, values, 'a')].join(' and ');

/** The assets that are rows: in service, as asked, and below one of them when its rows are opened. */
export function chosenAssets(asset: Entity, context: Context, values: Values): string {
  const { query } = context;
  const below = idAsked(query, 'idPadre');
  const asked = Object.entries(COLUMNS).flatMap(([name, column]) => {
    const ids = idsAsked(query, name);
    return ids.length > 0 ? [`a.${column} = any(${values.add(ids)}::int[])`] : [];
  });
  return [
    seenAssets(asset, context, values),
    ...(isOn(query.dismesso) ? [] : ['a.dismesso = 0']),
    ...asked,
    ...(below === undefined
      ? []
      : [
          `a.id in (select discendente from oggetto_discendenza where antenato = ${values.add(below)} and distanza > 0)`,
        ]),
  ].join(' and ');
}
