/** The figures of the year in course, in the list of assets and on their pages: of each alone. */
import type { Row } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import { shownTo } from '../../capabilities/shown.ts';
import { zoneOf } from '../../http/plant-time.ts';
import { HOURS, IS_FAILURE, SINCE, sinceMoment } from './counted.ts';
import { figuresOf } from './figures.ts';
import { daysIn, momentsOf, periodAsked } from './period.ts';

interface Found {
  id: number;
  since: string | null;
  failures: number;
  downtime: number;
}

const FAILURES = `
  select a.id, ${SINCE} as since, count(*)::int as failures, sum(${HOURS})::float8 as downtime
  from odl o join oggetto a on a.id = o.id_oggetto
  where o.id_oggetto = any($1::int[]) and o.data_fine >= $2::timestamptz and o.data_fine < $3::timestamptz
    and ${IS_FAILURE} and (${SINCE} is null or o.data_fine >= ${sinceMoment(SINCE, '$4')})
  group by a.id`;

const NONE = { mtbf: null, mttr: null };

export const reliabilityRules = (schemas: Schemas): RulesByResource => ({
  oggetto: {
    async present(rows, context) {
      const entity = schemas.byResource.entity('oggetto');
      if (rows.length === 0 || !shownTo(context, entity).field('mtbf')) return;
      const { database, setting } = context;
      const { current } = periodAsked({}, setting);
      const { from, to } = momentsOf(current, setting);
      const ids = rows.map((row: Row) => row.id);
      const { rows: found } = await database.query<Found>(FAILURES, [ids, from, to, zoneOf(setting)]);
      const byId = new Map(found.map((one) => [one.id, one]));
      for (const row of rows) {
        const one = byId.get(row.id);
        if (!one) {
          Object.assign(row, NONE);
          continue;
        }
        const start = one.since !== null && one.since > current.start ? one.since : current.start;
        const { mtbf, mttr } = figuresOf({ ...one, days: daysIn({ start, end: current.end }) });
        Object.assign(row, { mtbf, mttr });
      }
    },
  },
});
