/** The counts of an asset: its interventions, its recommended parts and its used parts. */
import type { Row } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { EntityRules } from '../../capabilities/rules.ts';
import { scopeSql } from '../../database/list-query.ts';

/** Returns the query. The parts, as r, are those that the user finds in their lists. */
const figuresOf = (seen: string): string => `
  select t.id,
    (select count(*)::int from odl o where o.id_oggetto = t.id) as num_interventi,
    (select count(*)::int from oggetto_ricambi_consigliati c join ricambio r on r.id = c.id_ricambio
     where c.id_oggetto = t.id and ${seen}) as num_ricambi_consigliati,
    (select count(distinct v.id_ricambio)::int from odl o join movimentazione v on v.id_odl = o.id
     join ricambio r on r.id = v.id_ricambio where o.id_oggetto = t.id and ${seen}) as num_ricambi
  from oggetto t where t.id = any($1::int[])`;

/** Counts for all rows of a page with one query. */
export const figureRules = (schemas: Schemas): EntityRules => ({
  async present(rows, { database, user }) {
    if (rows.length === 0) return;
    const scope = scopeSql(schemas.byResource.entity('ricambio'), user?.scopes, 'r');
    const seen = ['r.canc = 0', ...(scope ? [scope] : [])].join(' and ');
    const figures = await database.query<Row>(figuresOf(seen), [rows.map((row) => row.id)]);
    const byId = new Map(figures.rows.map((row) => [row.id, row]));
    for (const row of rows) Object.assign(row, byId.get(row.id));
  },
});
