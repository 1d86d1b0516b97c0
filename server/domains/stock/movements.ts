/** The history of a part's stock: every movement with its two ends. */
import type { Entity } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { scopeConditions } from '../../database/list-query.ts';
import { containing, matching, Values } from '../../database/sql.ts';
import { isDay, momentAsked, textAsked, zone } from '../../http/asked.ts';
import type { Context } from '../../http/call.ts';
import type { Listing } from './listing.ts';

type End = '_da' | '_a';
/** What stands at an end, for who may see it. */
type NameOf = (end: End, what: 'codice' | 'descrizione' | 'ubicazione' | 'lotto') => string;

/** Warehouse, intervention, or nothing that is ours: where the part was bought, or thrown away. */
const kindOf = (end: End): string =>
  `case when v.id_magazzino${end} is not null then 'MAGZ' when v.id_odl is not null then 'INTV' end`;

const columnsOf = (
  nameOf: NameOf,
): string => `v.id, v.id_ricambio, ${kindOf('_da')} as entita_da, ${kindOf('_a')} as entita_a,
  v.id_magazzino_da, ${nameOf('_da', 'codice')} as codice_da, ${nameOf('_da', 'descrizione')} as descrizione_da,
  v.id_magazzino_a, ${nameOf('_a', 'codice')} as codice_a, ${nameOf('_a', 'descrizione')} as descrizione_a,
  ${nameOf('_da', 'ubicazione')} as ubicazione_da, ${nameOf('_da', 'lotto')} as lotto_da,
  ${nameOf('_a', 'ubicazione')} as ubicazione_a, ${nameOf('_a', 'lotto')} as lotto_a,
  v.id_odl, v.quantita, v.data_ins, v.usr_ins`;

const endJoins = (end: End): string => `
  left join magazzino m${end} on m${end}.id = v.id_magazzino${end}
  left join ubicazione u${end} on u${end}.id = v.id_ubicazione${end}
  left join ricambio_lotto l${end} on l${end}.id = v.id_lotto${end}`;

/** MAGZ or INTV, or a part of the code or description of what stands there. */
function entityIs(asked: string, end: End, nameOf: NameOf, values: Values): string {
  const kind = asked.toUpperCase();
  if (kind === 'MAGZ' || kind === 'INTV') return `${kindOf(end)} = ${values.add(kind)}`;
  return matching([nameOf(end, 'codice'), nameOf(end, 'descrizione')], asked, values);
}

/** A day is the whole of it, by the plant's clock; a moment is a moment. */
function bound(asked: string, last: boolean, context: Context, values: Values): string {
  const sign = last ? '<=' : '>=';
  if (!isDay(asked)) return `v.data_ins ${sign} ${values.add(asked)}::timestamptz`;
  const from = `(${values.add(asked)}::date + ${last ? 1 : 0})::timestamp at time zone ${values.add(zone(context))}`;
  return `v.data_ins ${last ? '<' : '>='} ${from}`;
}

function filters({ query, ...context }: Context, nameOf: NameOf, values: Values): string[] {
  const like = (name: string, expression: string): string[] => {
    const asked = textAsked(query, name);
    return asked === undefined ? [] : [`${expression} ilike ${values.add(containing(asked))}`];
  };
  return (['Da', 'A'] as const).flatMap((side) => {
    const end = side === 'Da' ? '_da' : '_a';
    const entity = textAsked(query, `entita${side}`);
    const moment = momentAsked(query, `data${side}`);
    return [
      ...(entity === undefined ? [] : [entityIs(entity, end, nameOf, values)]),
      ...like(`ubicazione${side}`, nameOf(end, 'ubicazione')),
      ...like(`lotto${side}`, nameOf(end, 'lotto')),
      ...(moment === undefined ? [] : [bound(moment, side === 'A', { query, ...context }, values)]),
    ];
  });
}

/** A movement is seen by who sees one of its warehouses; what stands at its other end is named to who sees that too. */
export function movementsOf(schemas: Schemas, part: number, context: Context): Listing {
  const values = new Values();
  const [warehouse, asset] = ['magazzino', 'oggetto'].map((resource) => schemas.byResource.entity(resource));
  const within = (entity: Entity, alias: string): string =>
    [`${alias}.id is not null`, ...scopeConditions(entity, context.user?.scopes, values, alias)].join(
      ' and ',
    );
  const seen = { _da: within(warehouse!, 'm_da'), _a: within(warehouse!, 'm_a'), odl: within(asset!, 'b') };
  const nameOf: NameOf = (end, what) => {
    if (what === 'ubicazione') return `case when ${seen[end]} then u${end}.descrizione end`;
    if (what === 'lotto') return `case when ${seen[end]} then l${end}.descrizione end`;
    return `case when v.id_magazzino${end} is null then case when ${seen.odl} then o.${what} end
      when ${seen[end]} then m${end}.${what} end`;
  };
  const where = [
    `v.id_ricambio = ${values.add(part)}`,
    `((${seen._da}) or (${seen._a}))`,
    ...filters(context, nameOf, values),
  ];
  return {
    columns: columnsOf(nameOf),
    source: `from movimentazione v ${endJoins('_da')} ${endJoins('_a')} left join odl o on o.id = v.id_odl
      left join oggetto b on b.id = o.id_oggetto
      where ${where.join(' and ')}`,
    values,
    sorts: { data_ins: 'v.data_ins', quantita: 'v.quantita', usr_ins: 'v.usr_ins' },
    order: 'v.id desc',
  };
}
