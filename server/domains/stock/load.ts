/** The call that loads stock by hand, or with a negative quantity unloads it. */
import type { Entity } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { Call, Context } from '../../http/call.ts';
import { refusedField } from '../../http/problem.ts';
import { isDirect, moveDirectly, placeIn } from './direct.ts';
import { type Amount, amountOf, BY_HAND, type ByHand } from './kinds.ts';
import { move } from './ledger.ts';
import { EXAMPLE, NEW_TEXT, PLACE, partOf, REPLY, shown } from './moved.ts';
import type { Place, Places } from './places.ts';
import { Sent } from './quantities.ts';
import { type WantedPlace, wantedPlace } from './wanted-place.ts';

interface Load {
  part: number;
  amount: Amount<ByHand>;
  place: WantedPlace;
}

function loadOf(context: Context): Load {
  const { body, query } = context;
  const asked = /^\d{1,10}$/.test(query.idMagazzino ?? '') ? Number(query.idMagazzino) : undefined;
  const sent = new Sent({ ...body, id_magazzino: body.id_magazzino ?? asked });
  const load = {
    part: partOf(context, sent),
    amount: amountOf(sent.quantity('quantita'), BY_HAND),
    place: wantedPlace(sent, ''),
  };
  sent.check();
  return load;
}

const directly = async (schemas: Schemas, { part, amount, place }: Load, context: Context) =>
  shown(part, placeIn(place), await moveDirectly(schemas, part, amount, place, context));

/** With a location or a lot that is made on the way, and not at all when the movement is refused. */
const afterNew = (places: Places, { part, amount, place: wanted }: Load, context: Context) =>
  context.database.transaction(async (transaction) => {
    const [place] = (await places.settle(transaction, part, [wanted], context)) as [Place];
    const moved = await move(transaction, { ...amount, part, place, user: context.user });
    if (!moved) throw refusedField({ field: 'quantita', rule: 'unload-too-much' });
    return shown(part, place, moved);
  });

export const loadCall = (part: Entity, schemas: Schemas, places: Places): Call => ({
  method: 'POST',
  path: `/${part.resource}/:id/giacenza`,
  access: part.access.write,
  tag: part.name,
  summary: {
    it: 'Carico (quantità positiva) o scarico (negativa) di un ricambio',
    en: 'Load (positive quantity) or unload (negative) of a spare part',
  },
  query: { idMagazzino: { type: 'integer', description: 'The warehouse, when the body does not say it' } },
  body: {
    type: 'object',
    required: ['quantita'],
    properties: {
      ...PLACE,
      quantita: { type: 'number', multipleOf: 0.01 },
      descrizione_ubicazione: NEW_TEXT,
      descrizione_lotto: NEW_TEXT,
    },
  },
  reply: REPLY,
  example: {
    body: { id_magazzino: 1, id_ubicazione: 4, quantita: 10 },
    data: { ...EXAMPLE, quantita: 34 },
  },
  async handle(context) {
    const load = loadOf(context);
    const moved = isDirect(load.place)
      ? await directly(schemas, load, context)
      : await afterNew(places, load, context);
    if (!moved) throw refusedField({ field: 'quantita', rule: 'unload-too-much' });
    return { data: moved };
  },
});
