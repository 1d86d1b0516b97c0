/** Moves stock by hand: the acts of schemas/actions/ that load, unload and transfer a part. */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { ActOf, ActResults } from '../../../schemas/types.ts';
import { type ActContext, type ActHandler, act } from '../../capabilities/acts.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import { refusedField } from '../../http/problem.ts';
import { ID_MAX } from '../../requests/ids.ts';
import { isDirect, moveDirectly } from './direct.ts';
import type { ByHand } from './kinds.ts';
import { type Moved, move } from './ledger.ts';
import { type Place, type Places, placesOf } from './places.ts';
import { placeIn, type RequestedPlace } from './requested-place.ts';

const resultOf = (part: number, place: Place, { id, quantita }: Moved): ActResults['transfer'] => ({
  id_movimentazione: id,
  id_ricambio: part,
  ...place,
  quantita,
});

const byHand =
  (kind: ByHand, schemas: Schemas, places: Places) =>
  async (body: ActOf<typeof kind>, context: ActContext): Promise<ActResults[typeof kind]> => {
    const [target, amount] = [placeIn(body), { kind, quantity: body.quantita, part: context.id }];
    const tooMuch = () => refusedField({ field: 'quantita', rule: 'unload-too-much' });
    if (isDirect(target)) {
      const { place, moved } = await moveDirectly(schemas, amount, target, context);
      if (!moved) throw tooMuch();
      return resultOf(amount.part, place, moved);
    }
    // A new location or lot is created in the same transaction, so a refused movement leaves none behind.
    return context.within(async (transaction) => {
      const [place] = (await places.settle(transaction, amount.part, [target], context)) as [Place];
      const moved = await move(transaction, { ...amount, place, user: context.user });
      if (!moved) throw tooMuch();
      return resultOf(amount.part, place, moved);
    });
  };

const PAIR = /^(?:\d{1,10}-)?(\d{0,10})-(\d{0,10})$/;

/**
 * Returns the place that a transfer takes from. If the body has ids, they count. Otherwise the place is the pair
 * `location-lot` as rows of stock have it, with or without the warehouse in front. Returns undefined if the pair
 * cannot be read.
 */
function originOf(body: ActOf<'transfer'>): RequestedPlace | undefined {
  const { id_magazzino_da: id_magazzino, id_ubicazione_da, id_lotto_da, ubicazione_lotto_da } = body;
  if ('id_ubicazione_da' in body || 'id_lotto_da' in body)
    return placeIn({ id_magazzino, id_ubicazione: id_ubicazione_da, id_lotto: id_lotto_da }, '_da');
  const [id_ubicazione, id_lotto] = PAIR.exec(ubicazione_lotto_da)?.slice(1).map(Number) ?? [];
  const isPair = [id_ubicazione, id_lotto].every((id) => id !== undefined && id <= ID_MAX);
  return isPair ? placeIn({ id_magazzino, id_ubicazione, id_lotto }, '_da') : undefined;
}

const isSame = (one: Place, other: Place): boolean =>
  one.id_magazzino === other.id_magazzino &&
  one.id_ubicazione === other.id_ubicazione &&
  one.id_lotto === other.id_lotto;

const NO_PAIR = { field: 'ubicazione_lotto_da', rule: 'place-pair' } as const;

export function stockActs(schemas: Schemas, rules: RulesByResource): ActHandler[] {
  const places = placesOf(schemas, rules);
  return [
    act('load', byHand('load', schemas, places)),
    act('unload', byHand('unload', schemas, places)),
    act(
      'transfer',
      (body, { id: part, within, ...context }) =>
        within(async (transaction) => {
          const from = originOf(body);
          if (!from) throw refusedField(NO_PAIR);
          const to = placeIn(
            {
              id_magazzino: body.id_magazzino_a,
              id_ubicazione: body.id_ubicazione_a,
              id_lotto: body.id_lotto_a,
              descrizione_ubicazione: body.descrizione_ubicazione_a,
              descrizione_lotto: body.descrizione_lotto_a,
            },
            '_a',
          );
          const [place, end] = (await places.settle(transaction, part, [from, to], context)) as [
            Place,
            Place,
          ];
          if (isSame(place, end)) throw refusedField({ field: 'id_magazzino_a', rule: 'same-place' });
          const movement = { part, quantity: body.quantita, place, to: end, user: context.user };
          const moved = await move(transaction, { kind: 'transfer', ...movement });
          if (!moved) throw refusedField({ field: 'quantita', rule: 'withdraw-too-much' });
          return resultOf(part, end, moved);
        }),
      (body) => (originOf(body) ? [] : [NO_PAIR]),
    ),
  ];
}
