/** Warehouses as pickers ask for them, the lots of those within reach, and what may not be deleted while stock is there. */

import type { Row } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { answerOf, type Override, override } from '../../capabilities/overrides.ts';
import type { EntityRules, ListCondition, RulesByResource, WriteContext } from '../../capabilities/rules.ts';
import { MarkedValues } from '../../database/sql.ts';
import { idAsked, isOn, type Query } from '../../http/asked.ts';
import { type Context, rowsIn } from '../../http/call.ts';
import { conflict, type Sentence } from '../../http/problem.ts';
import { waitingFor } from './available.ts';
import { reach } from './reach.ts';

const MOVED_FROM = `exists (select 1 from movimentazione v where v.id_odl = ?
  and (v.id_magazzino_da = t.id or v.id_magazzino_a = t.id)`;

/**
 * Warehouses that hold a part, in a location or lot when they are named. With an intervention too, those that it
 * took from, although they may be empty now: what was taken is changed, and given back, there.
 */
function holding(query: Query): ListCondition | undefined {
  const [part, intervention] = [idAsked(query, 'idRicambio'), idAsked(query, 'idIntervento')];
  const [location, lot] = [idAsked(query, 'idUbicazione'), idAsked(query, 'idLotto')];
  const values: unknown[] = [];
  const put = (sql: string, ...given: unknown[]): string => {
    values.push(...given);
    return sql;
  };
  const parts: string[] = [];
  if (part !== undefined) {
    const where = [
      put('g.id_ricambio = ?', part),
      ...(location === undefined ? [] : [put('g.id_ubicazione = ?', location)]),
      ...(lot === undefined ? [] : [put('g.id_lotto = ?', lot)]),
    ].join(' and ');
    const held = `exists (select 1 from giacenza g where g.id_magazzino = t.id and ${where} and g.quantita > 0)`;
    const taken =
      intervention === undefined ? '' : put(` or ${MOVED_FROM} and v.id_ricambio = ?)`, intervention, part);
    parts.push(`(${held}${taken})`);
  } else {
    if (intervention !== undefined) parts.push(put(`${MOVED_FROM})`, intervention));
    if (location !== undefined)
      parts.push(
        put('exists (select 1 from ubicazione u where u.id_magazzino = t.id and u.id = ?)', location),
      );
    if (lot !== undefined)
      parts.push(
        put('exists (select 1 from ricambio_lotto l where l.id_magazzino = t.id and l.id = ?)', lot),
      );
  }
  return parts.length === 0 ? undefined : { sql: parts.join(' and '), values };
}

/** Lots have no organisation of their own: they are their warehouse's. With a part, those that hold it. */
function lotsWithin(schemas: Schemas, query: Query, context: Context): ListCondition {
  const values = new MarkedValues();
  const within = reach(schemas.byResource.entity('magazzino'), 'm', context, values);
  const part = idAsked(query, 'idRicambio');
  const held =
    part === undefined
      ? ''
      : ` and exists (select 1 from giacenza g
    where g.id_lotto = t.id and g.id_ricambio = ${values.add(part)} and g.quantita > 0)`;
  return {
    sql: `exists (select 1 from magazzino m where m.id = t.id_magazzino and ${within})${held}`,
    values: values.list,
  };
}

const SHOWN = 3;

/** While this query finds names, the row is kept; who deletes it is told the first of them. */
const keptBy = (sentence: Sentence, query: string): Pick<EntityRules, 'beforeDelete'> => ({
  async beforeDelete(row: Row, { transaction }: WriteContext) {
    const { rows } = await transaction.query<{ codice: string }>(`${query} limit ${SHOWN + 1}`, [row.id]);
    if (rows.length === 0) return;
    const names = rows.slice(0, SHOWN).map(({ codice }) => codice);
    if (rows.length > SHOWN) names.push('…');
    throw conflict(sentence, { params: { names: names.join(', ') } });
  },
});

const heldIn = (column: string): string => `
  select distinct r.codice from giacenza g join ricambio r on r.id = g.id_ricambio
  where ${column} = $1 and g.quantita > 0 order by r.codice`;

const HOLDING = `
  select distinct m.codice from giacenza g join magazzino m on m.id = g.id_magazzino
  where g.id_ricambio = $1 and g.quantita > 0 order by m.codice`;

export const keptParts: RulesByResource[] = [
  { ricambio: keptBy('stock-left-part', HOLDING) },
  { ricambio: keptBy('part-reserved', waitingFor('$1')) },
];

export const warehouseRules = (schemas: Schemas): RulesByResource => ({
  magazzino: { where: holding, ...keptBy('stock-left-warehouse', heldIn('g.id_magazzino')) },
  ubicazione: keptBy('stock-left-location', heldIn('g.id_ubicazione')),
  'ricambio/lotto': { where: (query, context) => lotsWithin(schemas, query, context) },
});

const short = ({ id, codice, descrizione }: Row): Row => ({ id, codice, descrizione });

/** The list of warehouses; `isLight` makes it a lookup of short rows. */
export function warehouseOverrides(): Override[] {
  const id = (description: string) => ({ type: 'integer', description });
  return [
    override('magazzino', 'list', (list) => ({
      query: {
        ...list.query,
        isLight: { enum: ['0', '1'], description: 'Short rows: id, code, description' },
        idRicambio: id('Warehouses that hold the part'),
        idIntervento: id('Warehouses the intervention took from'),
        idUbicazione: id('The warehouse of the location'),
        idLotto: id('The warehouse of the lot'),
      },
      async handle(context) {
        const reply = await answerOf(list, context);
        if (!isOn(context.query.isLight)) return reply;
        return { ...reply, data: rowsIn(reply).map(short) };
      },
    })),
  ];
}
