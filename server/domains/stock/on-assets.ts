/**
 * Parts as moved on assets: a row per movement, or per asset and part. The list of parts answers with these rows
 * when a request groups or filters by intervention; with an asset alone it lists parts.
 */
import type { Row } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { listReply, listRequest } from '../../capabilities/crud.ts';
import { readableEntity } from '../../capabilities/readable-entity.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import { filtered } from '../../database/list-query.ts';
import { searching } from '../../database/searched-words.ts';
import { isAmong, Values } from '../../database/sql.ts';
import { type Context, type RawReply, type Reply, rowsIn } from '../../http/call.ts';
import {
  idsParameter,
  isDay,
  isOn,
  type Query,
  textParameter,
  timestampParameter,
  zone,
} from '../../requests/list-parameters.ts';
import { changeSql } from './kinds.ts';
import { asWords, type Listing, listingReply } from './listing.ts';
import { assetIs } from './part-filters.ts';
import { reach } from './reach.ts';
import { listingCsv, ON_ASSETS_COLUMNS } from './sheets.ts';

/** The parameters about movements, which this file uses. The other parameters are about parts. */
const OF_MOVEMENTS = ['oggetto', 'intervento', 'dataIntervento', 'groupByPart'];
const ANSWERED_HERE = [...OF_MOVEMENTS, 'idOggetto', 'idClasse', 'idIntervento', 'showOnlyPositiveQuantity'];

export const isOnAssets = (query: Query): boolean => OF_MOVEMENTS.some((name) => query[name]);

const WHEN = 'coalesce(o.data_inizio, o.data_ordine)';
/** SQL of the used quantity. A return reduces it. */
const USED = changeSql('v');
const LATEST = `order by ${WHEN} desc nulls last, v.id desc`;

const BY_MOVEMENT = `t.id, v.id as id_movimentazione, o.id as id_odl, o.codice as codice_odl,
  o.descrizione as descrizione_odl, ${WHEN} as data_intervento, a.id as id_oggetto, a.codice as codice_oggetto,
  a.descrizione as descrizione_oggetto, ${USED} as quantita_intervento`;

const last = (column: string): string => `(array_agg(${column} ${LATEST}))[1]`;
const BY_PART = `t.id, null::bigint as id_movimentazione, ${last('o.id')} as id_odl, ${last('o.codice')} as codice_odl,
  ${last('o.descrizione')} as descrizione_odl, ${last(WHEN)} as data_intervento, a.id as id_oggetto,
  a.codice as codice_oggetto, a.descrizione as descrizione_oggetto, sum(${USED}) as quantita_intervento`;

function conditions(context: Context, schemas: Schemas, values: Values): string[] {
  const { query } = context;
  const [assets, classes] = [idsParameter(query, 'idOggetto'), idsParameter(query, 'idClasse')];
  const [interventions, day] = [
    idsParameter(query, 'idIntervento'),
    timestampParameter(query, 'dataIntervento'),
  ];
  const like = (name: string, resource: string, alias: string): string[] => {
    const text = textParameter(query, name);
    if (text === undefined) return [];
    const entity = schemas.byResource.entity(resource);
    return [searching(entity, alias, ['codice', 'descrizione'], text, values)];
  };
  return [
    reach(schemas.byResource.entity('oggetto'), 'a', context, values),
    ...(assets.length === 0 ? [] : [assetIs('a.id', assets, query, values)]),
    ...(classes.length === 0 || isOn(query.isClasseRicambio)
      ? []
      : [isAmong('a.id_classe', classes, values)]),
    ...(interventions.length === 0 ? [] : [isAmong('o.id', interventions, values)]),
    ...(day === undefined
      ? []
      : [
          `(${WHEN} at time zone ${values.add(zone(context))})::date = ${values.add(isDay(day) ? day : day.slice(0, 10))}::date`,
        ]),
    ...like('oggetto', 'oggetto', 'a'),
    ...like('intervento', 'odl', 'o'),
  ];
}

/** Returns the query without the parameters that this file uses, for the filters of parts. */
function partQuery(query: Query): Query {
  const answered = isOn(query.isClasseRicambio)
    ? ANSWERED_HERE.filter((name) => name !== 'idClasse')
    : ANSWERED_HERE;
  return Object.fromEntries(Object.entries(query).filter(([name]) => !answered.includes(name)));
}

function listingOf(schemas: Schemas, rules: RulesByResource, context: Context): Listing {
  const [entity, values] = [schemas.byResource.entity('ricambio'), new Values()];
  const query = partQuery(context.query);
  const { from, where } = filtered(
    readableEntity(context, entity),
    schemas,
    listRequest(entity, rules, { ...context, query }),
    values,
  );
  const all = [...(where ? [where.replace(/^ where /, '')] : []), ...conditions(context, schemas, values)];
  const [grouped, positive] = [isOn(context.query.groupByPart), isOn(context.query.showOnlyPositiveQuantity)];
  const onlyWithdrawals = positive && !grouped ? ' and v.id_magazzino_a is null' : '';
  const having = positive ? ` having sum(${USED}) > 0` : '';
  return {
    columns: grouped ? BY_PART : BY_MOVEMENT,
    source: `from ${from} join movimentazione v on v.id_ricambio = t.id join odl o on o.id = v.id_odl
      join oggetto a on a.id = o.id_oggetto where ${all.join(' and ')}${onlyWithdrawals}${grouped ? ` group by t.id, a.id${having}` : ''}`,
    values,
    sorts: {
      codice: asWords('t.codice'),
      descrizione: asWords('t.descrizione'),
      codice_oggetto: asWords('a.codice'),
      descrizione_oggetto: asWords('a.descrizione'),
      ...(grouped
        ? { quantita_intervento: `sum(${USED})`, data_intervento: `max(${WHEN})` }
        : {
            quantita_intervento: USED,
            data_intervento: WHEN,
            codice_odl: asWords('o.codice'),
            descrizione_odl: asWords('o.descrizione'),
          }),
    },
    order: grouped
      ? `${asWords('a.codice')}, a.id, ${asWords('t.codice')}, t.id`
      : `${WHEN} desc nulls last, v.id desc`,
  };
}

/** Reads a page of movements, and then their parts. */
export async function onAssets(
  schemas: Schemas,
  rules: RulesByResource,
  context: Context,
): Promise<Reply & { data: Row[] }> {
  const reply = await listingReply(listingOf(schemas, rules, context), context);
  const movements = rowsIn(reply);
  return { ...reply, data: await withParts(movements, schemas, rules, context) };
}

async function withParts(
  movements: Row[],
  schemas: Schemas,
  rules: RulesByResource,
  context: Context,
): Promise<Row[]> {
  const ids = [...new Set(movements.map((row) => row.id))];
  if (ids.length === 0) return [];
  const only: RulesByResource = {
    ...rules,
    ricambio: { ...rules.ricambio, where: () => ({ sql: 't.id = any(?::int[])', values: [ids] }) },
  };
  const parts = await listReply(schemas.byResource.entity('ricambio'), schemas, only, {
    ...context,
    query: {},
  });
  const byId = new Map(rowsIn(parts).map((part) => [part.id, part] as const));
  return movements.map((row) => ({ ...byId.get(row.id), ...row }));
}

export const onAssetsCsv = (schemas: Schemas, rules: RulesByResource, context: Context): Promise<RawReply> =>
  listingCsv(listingOf(schemas, rules, context), ON_ASSETS_COLUMNS, context, (rows) =>
    withParts(rows, schemas, rules, context),
  );
