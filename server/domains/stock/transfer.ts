/** The call that moves stock from one place to another. */
import type { Entity } from '../../../schemas/entity.ts';
import type { Call, Context } from '../../http/call.ts';
import { ID_MAX } from '../../http/parameters.ts';
import { refusedField } from '../../http/problem.ts';
import { move } from './ledger.ts';
import { EXAMPLE, NEW_TEXT, PLACE, partOf, REPLY, shown } from './moved.ts';
import type { Place, Places } from './places.ts';
import { Sent } from './quantities.ts';
import { type WantedPlace, wantedPlace } from './wanted-place.ts';

interface Transfer {
  part: number;
  quantity: number;
  from: WantedPlace;
  to: WantedPlace;
}

const PAIR = /^(?:\d{1,10}-)?(\d{0,10})-(\d{0,10})$/;
const idIn = (text: string | undefined): number | undefined => (text ? Number(text) : undefined);

/**
 * Where it is taken from was picked as one: location and lot with a dash between, as the rows of stock carry it, or the
 * warehouse before them; their ids, where they are sent too, are what counts.
 */
function originOf(sent: Sent, body: Context['body']): WantedPlace {
  const warehouse = sent.requiredId('id_magazzino_da');
  const pair = body.ubicazione_lotto_da;
  if (!sent.has('ubicazione_lotto_da')) sent.refuse('ubicazione_lotto_da', 'required');
  const [location, lot] = [sent.id('id_ubicazione_da'), sent.id('id_lotto_da')];
  if ('id_ubicazione_da' in body || 'id_lotto_da' in body)
    return { end: '_da', warehouse, location: { id: location }, lot: { id: lot } };
  const match = PAIR.exec(String(pair ?? '-'));
  const known = match?.slice(1).every((id) => Number(id) <= ID_MAX);
  if (!known) sent.refuse('ubicazione_lotto_da', 'place-pair');
  return { end: '_da', warehouse, location: { id: idIn(match?.[1]) }, lot: { id: idIn(match?.[2]) } };
}

const isSame = (one: Place, other: Place): boolean =>
  one.id_magazzino === other.id_magazzino &&
  one.id_ubicazione === other.id_ubicazione &&
  one.id_lotto === other.id_lotto;

function transferOf(context: Context): Transfer {
  const sent = new Sent(context.body);
  const transfer = {
    part: partOf(context, sent),
    quantity: sent.quantity('quantita'),
    from: originOf(sent, context.body),
    to: wantedPlace(sent, '_a'),
  };
  if (transfer.quantity < 0) sent.refuse('quantita', 'quantity-negative');
  sent.check();
  return transfer;
}

export const transferCall = (part: Entity, places: Places): Call => ({
  method: 'PUT',
  path: `/${part.resource}/:id/trasferimento`,
  access: part.access.write,
  tag: part.name,
  summary: {
    it: 'Trasferimento di un ricambio in un altro magazzino, ubicazione o lotto',
    en: 'Transfer of a spare part to another warehouse, location or lot',
  },
  body: {
    type: 'object',
    required: ['id_magazzino_da', 'ubicazione_lotto_da', 'id_magazzino_a', 'quantita'],
    properties: {
      id_ricambio: PLACE.id_ricambio,
      id_magazzino_da: { type: 'integer' },
      ubicazione_lotto_da: { type: 'string', description: 'As the rows of stock carry it: location-lot' },
      id_ubicazione_da: PLACE.id_ubicazione,
      id_lotto_da: PLACE.id_lotto,
      id_magazzino_a: { type: 'integer' },
      id_ubicazione_a: PLACE.id_ubicazione,
      descrizione_ubicazione_a: NEW_TEXT,
      id_lotto_a: PLACE.id_lotto,
      descrizione_lotto_a: NEW_TEXT,
      quantita: { type: 'number', multipleOf: 0.01, exclusiveMinimum: 0 },
    },
  },
  reply: REPLY,
  example: {
    body: {
      id_magazzino_da: 1,
      ubicazione_lotto_da: '4-',
      id_magazzino_a: 2,
      descrizione_ubicazione_a: 'Scaffale C2',
      quantita: 3,
    },
    data: { ...EXAMPLE, id_magazzino: 2, id_ubicazione: 9, quantita: 3 },
  },
  async handle(context) {
    const { part: id, quantity, from, to } = transferOf(context);
    return context.database.transaction(async (transaction) => {
      const [origin, end] = (await places.settle(transaction, id, [from, to], context)) as [Place, Place];
      if (isSame(origin, end)) throw refusedField({ field: 'id_magazzino_a', rule: 'same-place' });
      const moved = await move(transaction, {
        kind: 'transfer',
        part: id,
        quantity,
        place: origin,
        to: end,
        user: context.user,
      });
      if (!moved) throw refusedField({ field: 'quantita', rule: 'withdraw-too-much' });
      return { data: shown(id, end, moved) };
    });
  },
});
