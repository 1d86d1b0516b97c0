/** The movements of a part, each with its two ends. */
import { endNamed, RANGE_ENDS } from '../../../schemas/ranges.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { scopeConditions } from '../../database/list-query.ts';
import { contains, matching, Values } from '../../database/sql.ts';
import type { Context } from '../../http/call.ts';
import { isDay, textParameter, timestampParameter, zone } from '../../requests/list-parameters.ts';
import type { Listing } from './listing.ts';

type End = '_da' | '_a';
/** Returns SQL of a name at one end of a movement. It is null if the user may not see that end. */
type NameOf = (end: End, what: 'codice' | 'descrizione' | 'ubicazione' | 'lotto') => string;

/** Returns SQL of the kind of an end: warehouse, intervention, or null for outside (bought, scrapped). */
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

/** Returns the condition on an end: MAGZ (warehouse), INTV (intervention), or part of its code or description. */
function entityIs(text: string, end: End, nameOf: NameOf, values: Values): string {
  const kind = text.toUpperCase();
  if (kind === 'MAGZ' || kind === 'INTV') return `${kindOf(end)} = ${values.add(kind)}`;
  return matching([nameOf(end, 'codice'), nameOf(end, 'descrizione')], text, values);
}

/** Returns the condition on the date. A date means the whole day in the plant's time zone, a timestamp is exact. */
function bound(text: string, last: boolean, context: Context, values: Values): string {
  const sign = last ? '<=' : '>=';
  if (!isDay(text)) return `v.data_ins ${sign} ${values.add(text)}::timestamptz`;
  const from = `(${values.add(text)}::date + ${last ? 1 : 0})::timestamp at time zone ${values.add(zone(context))}`;
  return `v.data_ins ${last ? '<' : '>='} ${from}`;
}

function filters({ query, ...context }: Context, nameOf: NameOf, values: Values): string[] {
  const like = (name: string, expression: string): string[] => {
    const text = textParameter(query, name);
    return text === undefined ? [] : [contains(expression, text, values)];
  };
  return RANGE_ENDS.flatMap((side) => {
    const end = side === 'from' ? '_da' : '_a';
    const entity = textParameter(query, endNamed('entita', side));
    const moment = timestampParameter(query, endNamed('data', side));
    return [
      ...(entity === undefined ? [] : [entityIs(entity, end, nameOf, values)]),
      ...like(endNamed('ubicazione', side), nameOf(end, 'ubicazione')),
      ...like(endNamed('lotto', side), nameOf(end, 'lotto')),
      ...(moment === undefined ? [] : [bound(moment, side === 'to', { query, ...context }, values)]),
    ];
  });
}

/**
 * Returns the movements of a part with at least one warehouse that the user may see. The name at the other end is
 * left out if the user may not see that end.
 */
export function movementsOf(schemas: Schemas, part: number, context: Context): Listing {
  const values = new Values();
  const inScope = (resource: string, alias: string): string => {
    const scope = scopeConditions(schemas.byResource.entity(resource), context.user?.scopes, values, alias);
    return [`${alias}.id is not null`, ...scope].join(' and ');
  };
  const visible = {
    _da: inScope('magazzino', 'm_da'),
    _a: inScope('magazzino', 'm_a'),
    odl: inScope('oggetto', 'b'),
  };
  const nameOf: NameOf = (end, what) => {
    if (what === 'ubicazione') return `case when ${visible[end]} then u${end}.descrizione end`;
    if (what === 'lotto') return `case when ${visible[end]} then l${end}.descrizione end`;
    return `case when v.id_magazzino${end} is null then case when ${visible.odl} then o.${what} end
      when ${visible[end]} then m${end}.${what} end`;
  };
  const where = [
    `v.id_ricambio = ${values.add(part)}`,
    `((${visible._da}) or (${visible._a}))`,
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
