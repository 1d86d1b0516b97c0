/** The costs of an intervention: their visibility, the total of a line, and the predefined costs that fit. */

import { choicesOf } from '../../../../schemas/catalogue.ts';
import type { Row } from '../../../../schemas/entity.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { RowOf } from '../../../../schemas/types.ts';
import {
  allOf,
  type EntityRules,
  type ListCondition,
  type RulesByResource,
} from '../../../capabilities/rules.ts';
import type { Context } from '../../../http/call.ts';
import { malformed } from '../../../http/problem.ts';
import { namesOf } from '../../../plant/accounts.ts';
import { ID_MAX } from '../../../requests/ids.ts';
import { belowRules } from '../reach/attached-rows.ts';
import { withinReach } from '../reach/rights.ts';
import { visibleCosts } from './visible-costs.ts';

const hundredths = (value: unknown): bigint => BigInt(Math.round(Number(value) * 100));

/** Returns quantity times unit cost, rounded half up. It uses integers, because 1.005 is not exact in binary. */
export const lineTotal = ({ quantita, costo }: Row): number =>
  Number((hundredths(quantita) * hundredths(costo) + 50n) / 100n) / 100;

async function present(
  rows: RowOf<'odl/costo'>[],
  { database }: Context,
  flags: Map<number, string>,
): Promise<void> {
  const authors = rows.map((row) => row.id_usr_ins).filter((id) => typeof id === 'number');
  const names = await namesOf(database, [...new Set(authors)]);
  for (const row of rows) {
    row.flag_descr = flags.get(row.flag) ?? null;
    row.usr_ins = names.get(row.id_usr_ins ?? 0) ?? null;
  }
}

function lineRules(schemas: Schemas): EntityRules<RowOf<'odl/costo'>> {
  const below = belowRules(schemas);
  const flags = choicesOf(schemas.byResource.entity('odl/costo').property('flag'));
  return {
    ...below,
    visible: (context) => allOf([below.visible?.(context), visibleCosts(context)]),
    async beforeCreate(row, write, prepared) {
      await below.beforeCreate?.(row, write, prepared);
      row.totale = lineTotal(row);
    },
    async beforeUpdate(row) {
      row.totale = lineTotal(row);
    },
    present: (rows, context) =>
      present(
        rows,
        context,
        new Map(flags.map(({ value, title }) => [Number(value), title[context.language]])),
      ),
  };
}

/**
 * The condition that a predefined cost fits: the organisation and department of the asset, and its own type and
 * class if it has them. The type * means every type.
 */
const FITS_INTERVENTION = `
  (t.id_organizzazione in (1, a.id_organizzazione)) and (t.id_reparto in (1, a.id_reparto))
  and (t.id_tipo_guasto is null or t.id_tipo_guasto = o.id_tipo_guasto
    or t.id_tipo_guasto = (select id from odl_tipoguasto where codice = '*'))
  and (t.id_classe_intervento is null or t.id_classe_intervento = o.id_classe_intervento)`;

function fitting(
  schemas: Schemas,
  { idOdl: requested }: Record<string, string>,
  context: Context,
): ListCondition | undefined {
  if (!requested) return undefined;
  if (!/^\d{1,10}$/.test(requested) || Number(requested) > ID_MAX)
    throw malformed('bad-filter', { name: 'idOdl' });
  const reach = withinReach(schemas, context);
  const visible = reach ? ` and o.id in (select t.id from odl t where ${reach.sql})` : '';
  return {
    sql: `exists (select 1 from odl o join oggetto a on a.id = o.id_oggetto where o.id = ? and ${FITS_INTERVENTION}${visible})`,
    values: [Number(requested), ...(reach?.values ?? [])],
    replaces: ['idOdl'],
  };
}

export const costRules = (schemas: Schemas): RulesByResource => ({
  'odl/costo': lineRules(schemas),
  costo: { where: (query, context) => fitting(schemas, query, context) },
});
