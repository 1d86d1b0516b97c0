/** Adds the figures of the current year to assets in lists and on their pages, without their child assets. */
import type { Row } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { readableEntity } from '../../capabilities/readable-entity.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import { zoneOf } from '../../plant/plant-time.ts';
import { daysIn, periodOf, timestampsOf } from './compared-periods.ts';
import { HOURS, IS_FAILURE, SINCE, sinceTimestamp } from './failure-conditions.ts';
import { figuresOf } from './reliability-figures.ts';

interface FailureSums {
  id: number;
  since: string | null;
  failures: number;
  downtime: number;
}

const FAILURES = `
  select a.id, ${SINCE} as since, count(*)::int as failures, sum(${HOURS})::float8 as downtime
  from odl o join oggetto a on a.id = o.id_oggetto
  where o.id_oggetto = any($1::int[]) and o.data_fine >= $2::timestamptz and o.data_fine < $3::timestamptz
    and ${IS_FAILURE} and (${SINCE} is null or o.data_fine >= ${sinceTimestamp(SINCE, '$4')})
  group by a.id`;

const NONE = { mtbf: null, mttr: null };

export const reliabilityRules = (schemas: Schemas): RulesByResource => ({
  oggetto: {
    async present(rows, context) {
      const entity = schemas.byResource.entity('oggetto');
      if (rows.length === 0 || !readableEntity(context, entity).field('mtbf')) return;
      const { database, setting } = context;
      const { current } = periodOf({}, setting);
      const { from, to } = timestampsOf(current, setting);
      const ids = rows.map((row: Row) => row.id);
      const { rows: found } = await database.query<FailureSums>(FAILURES, [ids, from, to, zoneOf(setting)]);
      const byId = new Map(found.map((figures) => [figures.id, figures]));
      for (const row of rows) {
        const figures = byId.get(row.id);
        if (!figures) {
          Object.assign(row, NONE);
          continue;
        }
        const start = figures.since !== null && figures.since > current.start ? figures.since : current.start;
        const { mtbf, mttr } = figuresOf({ ...figures, days: daysIn({ start, end: current.end }) });
        Object.assign(row, { mtbf, mttr });
      }
    },
  },
});
