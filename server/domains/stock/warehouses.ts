/** The filters of warehouses and lots, and the check that nothing with stock is deleted. */

import type { Row } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { answerOf, type Override, override } from '../../capabilities/overrides.ts';
import type { EntityRules, ListCondition, RulesByResource, WriteContext } from '../../capabilities/rules.ts';
import { MarkedValues } from '../../database/sql.ts';
import { type Context, rowsIn } from '../../http/call.ts';
import { conflict, type Sentence } from '../../http/problem.ts';
import { idParameter, isOn, type Query } from '../../requests/list-parameters.ts';
import { waitingFor } from './available.ts';
import { andWithinWork, reach } from './reach.ts';

/** SQL up to the last condition, without the closing bracket. */
const movedFrom = (schemas: Schemas, context: Context): string =>
  `exists (select 1 from movimentazione v where v.id_odl = ?
  and (v.id_magazzino_da = t.id or v.id_magazzino_a = t.id)${andWithinWork(schemas, 'v.id_odl', context)}`;

/**
 * Returns the condition for warehouses that have a part, in the location or lot if the query has one. With an
 * intervention, it includes warehouses from which the intervention withdrew, even if they are empty now: parts are
 * returned there.
 */
function holding(schemas: Schemas, query: Query, context: Context): ListCondition | undefined {
  const [part, intervention] = [idParameter(query, 'idRicambio'), idParameter(query, 'idIntervento')];
  const [location, lot] = [idParameter(query, 'idUbicazione'), idParameter(query, 'idLotto')];
  const values: unknown[] = [];
  const put = (sql: string, ...parameters: unknown[]): string => {
    values.push(...parameters);
    return sql;
  };
  const conditions: string[] = [];
  if (part !== undefined) {
    const where = [
      put('g.id_ricambio = ?', part),
      ...(location === undefined ? [] : [put('g.id_ubicazione = ?', location)]),
      ...(lot === undefined ? [] : [put('g.id_lotto = ?', lot)]),
    ].join(' and ');
    const hasPart = `exists (select 1 from giacenza g where g.id_magazzino = t.id and ${where} and g.quantita > 0)`;
    const withdrawnFrom =
      intervention === undefined
        ? ''
        : put(` or ${movedFrom(schemas, context)} and v.id_ricambio = ?)`, intervention, part);
    conditions.push(`(${hasPart}${withdrawnFrom})`);
  } else {
    if (intervention !== undefined) conditions.push(put(`${movedFrom(schemas, context)})`, intervention));
    if (location !== undefined)
      conditions.push(
        put('exists (select 1 from ubicazione u where u.id_magazzino = t.id and u.id = ?)', location),
      );
    if (lot !== undefined)
      conditions.push(
        put('exists (select 1 from ricambio_lotto l where l.id_magazzino = t.id and l.id = ?)', lot),
      );
  }
  return conditions.length === 0 ? undefined : { sql: conditions.join(' and '), values };
}

/**
 * Returns the condition for lots. They belong to the organisation of their warehouse. With a part, only lots that
 * have it.
 */
function lotsWithin(schemas: Schemas, query: Query, context: Context): ListCondition {
  const values = new MarkedValues();
  const within = reach(schemas.byResource.entity('magazzino'), 'm', context, values);
  const part = idParameter(query, 'idRicambio');
  const hasPart =
    part === undefined
      ? ''
      : ` and exists (select 1 from giacenza g
    where g.id_lotto = t.id and g.id_ricambio = ${values.add(part)} and g.quantita > 0)`;
  return {
    sql: `exists (select 1 from magazzino m where m.id = t.id_magazzino and ${within})${hasPart}`,
    values: values.list,
  };
}

const NAMES_IN_MESSAGE = 3;

/** Refuses to delete a row while `query` finds names. The message lists the first of them. */
const undeletableWhile = (sentence: Sentence, query: string): Pick<EntityRules, 'beforeDelete'> => ({
  async beforeDelete(row: Row, { transaction }: WriteContext) {
    const { rows } = await transaction.query<{ codice: string }>(`${query} limit ${NAMES_IN_MESSAGE + 1}`, [
      row.id,
    ]);
    if (rows.length === 0) return;
    const names = rows.slice(0, NAMES_IN_MESSAGE).map(({ codice }) => codice);
    if (rows.length > NAMES_IN_MESSAGE) names.push('…');
    throw conflict(sentence, { params: { names: names.join(', ') } });
  },
});

const partsIn = (column: string): string => `
  select distinct r.codice from giacenza g join ricambio r on r.id = g.id_ricambio
  where ${column} = $1 and g.quantita > 0 order by r.codice`;

const WAREHOUSES_WITH_PART = `
  select distinct m.codice from giacenza g join magazzino m on m.id = g.id_magazzino
  where g.id_ricambio = $1 and g.quantita > 0 order by m.codice`;

export const partDeletionRules: RulesByResource[] = [
  { ricambio: undeletableWhile('stock-left-part', WAREHOUSES_WITH_PART) },
  { ricambio: undeletableWhile('part-reserved', waitingFor('$1')) },
];

export const warehouseRules = (schemas: Schemas): RulesByResource => ({
  magazzino: {
    where: (query, context) => holding(schemas, query, context),
    ...undeletableWhile('stock-left-warehouse', partsIn('g.id_magazzino')),
  },
  ubicazione: undeletableWhile('stock-left-location', partsIn('g.id_ubicazione')),
  'ricambio/lotto': { where: (query, context) => lotsWithin(schemas, query, context) },
});

const short = ({ id, codice, descrizione }: Row): Row => ({ id, codice, descrizione });

/** Changes the list of warehouses: with `isLight` it returns short rows for lookups. */
export function warehouseOverrides(): Override[] {
  const id = (description: string) => ({ type: 'integer', description });
  return [
    override('magazzino', 'list', (list) => ({
      query: {
        ...list.query,
        isLight: { enum: ['0', '1'], description: '1 returns short rows: id, code, description' },
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
