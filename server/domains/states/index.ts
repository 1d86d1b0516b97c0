/** The rules of states: four codes with a fixed type, and the allowed order. */

import type { Row } from '../../../schemas/entity.ts';
import {
  ASSIGNED_CODE,
  CLOSED_CODE,
  INVOICED_CODE,
  NO_STATE,
  OPEN_CODE,
  OPENING,
  STATE_TYPE_CODES,
} from '../../../schemas/interventions.ts';
import type { RowOf } from '../../../schemas/types.ts';
import type { Refusal } from '../../../schemas/validate.ts';
import type { RulesByResource, WriteContext } from '../../capabilities/rules.ts';
import { refused } from '../../http/problem.ts';

const FIXED_CODES = [OPEN_CODE, ASSIGNED_CODE, CLOSED_CODE, INVOICED_CODE];
const isFixed = (state: RowOf<'stato'>): boolean => FIXED_CODES.includes(state.codice);

async function startsInterventions(state: Row, { transaction }: WriteContext): Promise<boolean> {
  const { rows } = await transaction.query(
    'select 1 from stato_struttura where id_stato = $1 and id_stato_padre = $2 limit 1',
    [state.id, NO_STATE],
  );
  return rows.length > 0;
}

async function isOpening(id: unknown, { transaction }: WriteContext): Promise<boolean> {
  const { rows } = await transaction.query(
    'select 1 from stato where id = $1 and id_tipo_stato_odl = $2 for share',
    [id, OPENING],
  );
  return rows.length > 0;
}

export const stateRules: RulesByResource = {
  stato: {
    async beforeUpdate(row, before, context) {
      const leavesOpening = before.id_tipo_stato_odl === OPENING && row.id_tipo_stato_odl !== OPENING;
      if (leavesOpening && (await startsInterventions(row, context))) throw refused('still-opening');
    },
    async present(rows) {
      for (const row of rows) {
        row.eliminabile = isFixed(row) ? 0 : 1;
        row.codice_tipo_stato_odl = STATE_TYPE_CODES[row.id_tipo_stato_odl];
      }
    },
  },
  'stato/struttura': {
    async check(row, _before, context): Promise<Refusal[]> {
      if (typeof row.id_stato !== 'number') return [];
      if (row.id_stato === row.id_stato_padre) return [{ field: 'id_stato', rule: 'same-as-parent' }];
      const wrongStart = row.id_stato_padre === NO_STATE && !(await isOpening(row.id_stato, context));
      return wrongStart ? [{ field: 'id_stato', rule: 'opening-only' }] : [];
    },
  },
};
