/** Intervention types: at most one is the default. */
import type { Row } from '../../../schemas/entity.ts';
import { KnownMap } from '../../../schemas/known-map.ts';
import { recordChange } from '../../capabilities/history.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import { lockFor } from '../../database/lock.ts';

export const typeRules: RulesByResource = {
  'odl/tipoGuasto': {
    async afterWrite(row, _before, { transaction, entity, user }) {
      if (row?.is_default !== 1) return;
      await lockFor(transaction, 'odl_tipoguasto.is_default');
      const others = 'is_default = 1 and id <> $1';
      const { rows } = await transaction.query<Row>(
        `select * from odl_tipoguasto where ${others} for update`,
        [row.id],
      );
      const before = new KnownMap(
        'default types',
        rows.map((type) => [type.id, type]),
      );
      const { rows: after } = await transaction.query<Row>(
        `update odl_tipoguasto set is_default = 0, versione = versione + 1, data_ultima_mod = now()
         where ${others} returning *`,
        [row.id],
      );
      for (const changed of after)
        await recordChange(transaction, entity, changed, before.of(changed.id), user);
    },
  },
};
