/** Cost centres and the assets linked to them. */

import { displayOf } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { listQuery, recordExample, recordSchema } from '../../capabilities/api-schema.ts';
import { listReply } from '../../capabilities/crud.ts';
import { type Override, override } from '../../capabilities/overrides.ts';
import { recordsOf } from '../../capabilities/records.ts';
import type { EntityRules, RulesByResource } from '../../capabilities/rules.ts';
import { rowsIn } from '../../http/call.ts';
import { conflict, malformed } from '../../http/problem.ts';
import { listOf } from '../../http/reply-schemas.ts';
import { ID_MAX, readId } from '../../requests/ids.ts';

const LINK = 'select 1 from cdc_oggetti where id_cdc = $1 and id_oggetto = $2';

export const costCentreRules: RulesByResource = {
  cdc: {
    where({ id_oggetto: asset }) {
      // -1 is no asset: all cost centres are offered.
      if (!asset || asset === '-1') return undefined;
      if (!/^\d{1,10}$/.test(asset) || Number(asset) > ID_MAX)
        throw malformed('bad-filter', { name: 'id_oggetto' });
      const sql = 'exists (select 1 from cdc_oggetti l where l.id_cdc = t.id and l.id_oggetto = ?)';
      return { sql, values: [Number(asset)] };
    },
  },
  'cdc/oggetti': {
    async beforeCreate(row, { transaction }) {
      const { rows } = await transaction.query(LINK, [row.id_cdc, row.id_oggetto]);
      if (rows.length > 0)
        throw conflict('already-linked', { refusals: [{ field: 'id_oggetto', rule: 'not-unique' }] });
    },
  },
};

/** Returns the rules that limit the list of assets to one cost centre. */
const ofCentre = (id: number, rules: EntityRules | undefined): EntityRules => ({
  ...rules,
  where(query, context) {
    const other = rules?.where?.(query, context);
    return {
      sql: `t.id in (select id_oggetto from cdc_oggetti where id_cdc = ?)${other ? ` and (${other.sql})` : ''}`,
      values: [id, ...(other?.values ?? [])],
      replaces: other?.replaces,
    };
  },
});

export function costCentreOverrides(schemas: Schemas, rules: RulesByResource): Override[] {
  const [centres, assets] = [schemas.byResource.entity('cdc'), schemas.byResource.entity('oggetto')];
  const records = recordsOf(centres, schemas, rules);
  return [
    override(centres.resource, 'oggetti.list', () => ({
      summary: { it: 'Oggetti di un centro di costo', en: 'Assets of a cost centre' },
      query: listQuery(assets),
      reply: listOf(recordSchema(assets)),
      example: { data: [{ ...recordExample(assets), id_oggetto: 1, oggetto: 'P-101 - Pompa' }] },
      paged: true,
      async handle(context) {
        const id = readId(context.params.id);
        await records.read(id, context);
        const only = { ...rules, oggetto: ofCentre(id, rules.oggetto) };
        const reply = await listReply(assets, schemas, only, context);
        const data = rowsIn(reply).map((row) => ({
          ...row,
          id_oggetto: row.id,
          oggetto: displayOf(assets, row),
        }));
        return { ...reply, data };
      },
    })),
  ];
}
