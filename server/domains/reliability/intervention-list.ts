/** The interventions behind a figure: those that counted, and those that did not count, with the reason. */

import type { Row } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { Joins } from '../../database/joins.ts';
import { readPage } from '../../database/list-page.ts';
import { cutOf } from '../../database/list-query.ts';
import { onlyRow } from '../../database/rows.ts';
import { Values } from '../../database/sql.ts';
import type { Context, Reply } from '../../http/call.ts';
import { malformed } from '../../http/problem.ts';
import { isOn } from '../../requests/list-parameters.ts';
import { periodOf } from './compared-periods.ts';
import { REASONS } from './failure-conditions.ts';
import { rounded } from './reliability-figures.ts';
import { includesBelow } from './summary.ts';
import { assetOf, universeSql } from './universe.ts';

export const OUTCOMES = ['contati', 'esclusi'] as const;

function outcomeSql({ query }: Context, values: Values): string {
  const { esito = '', motivo = '' } = query;
  if (!['', ...OUTCOMES].includes(esito)) throw malformed('bad-filter', { name: 'esito' });
  if (!['', ...REASONS].includes(motivo)) throw malformed('bad-filter', { name: 'motivo' });
  if (motivo) return `o.reason = ${values.add(motivo)}`;
  return esito === 'esclusi' ? 'o.reason is not null' : 'o.reason is null';
}

/** Counts the rows of all pages, if the requested page is after the last one. */
async function countOf(scope: Parameters<typeof universeSql>[0]): Promise<number> {
  const values = new Values();
  const from = universeSql(scope, values);
  const text = `select count(*)::int as tot from ${from} o where ${outcomeSql(scope.context, values)}`;
  return onlyRow((await scope.context.database.query<{ tot: number }>(text, values.list)).rows).tot;
}

/** Returns the interventions, newest first. With `precedente`, returns those of the previous period. */
export async function interventionsOf(schemas: Schemas, id: number, context: Context): Promise<Reply> {
  const { database, query, setting, language } = context;
  const page = readPage({ ...query, pag: query.pag || '1' });
  const period = periodOf(query, setting);
  const days = isOn(query.precedente) ? period.previous : period.current;
  const asset = await assetOf(schemas, id, context);
  const [values, joins] = [new Values(), new Joins(schemas, language, 'j')];
  const entity = schemas.byResource.entity('odl');
  const text = (name: string): string => joins.expression(entity, 't', name)!;
  const scope = { schemas, context, asset, days, withBelow: includesBelow(context) };
  const universe = universeSql(scope, values);
  const columns = `${text('oggetto')} as oggetto, ${text('stato')} as stato, ${text('tipo_guasto')} as tipo_guasto`;
  const where = outcomeSql(context, values);
  const cut = cutOf(page, values);
  const { rows } = await database.query<Row & { ore: number | null; tot: number }>(
    `select t.*, ${columns} from (
       select o.id, o.codice, o.descrizione, o.id_oggetto, o.id_stato, o.id_tipo_guasto, o.data_ordine, o.data_inizio,
         o.data_fine, case when o.data_fine is null then null else o.hours end as ore, o.reason as motivo,
         (o.data_fine is not null and o.data_inizio is null)::int as stimato,
         count(*) over ()::int as tot
       from ${universe} o where ${where}
       order by coalesce(o.data_fine, o.data_inizio, o.data_ordine) desc, o.id desc${cut}) t${joins.sql}
     order by coalesce(t.data_fine, t.data_inizio, t.data_ordine) desc, t.id desc`,
    values.list,
  );
  const isBeyond = rows.length === 0 && page.number !== undefined && page.number > 1;
  return {
    data: rows.map(({ tot: _, ...row }) => ({ ...row, ore: row.ore === null ? null : rounded(row.ore) })),
    tot: isBeyond ? await countOf(scope) : (rows[0]?.tot ?? 0),
    max_rows: page.size,
  };
}
