/** What the calls that move stock have in common: the part of their address, and what they answer. */
import type { Context } from '../../http/call.ts';
import { readId } from '../../http/parameters.ts';
import type { Moved } from './ledger.ts';
import type { Place } from './places.ts';
import type { Sent } from './quantities.ts';

/** The part is the address's; a body that names another is a mistake. */
export function partOf({ params }: Context, sent: Sent): number {
  const part = readId(params.id);
  const named = sent.id('id_ricambio');
  if (named !== undefined && named !== part) sent.refuse('id_ricambio', 'other-part');
  return part;
}

export const shown = (part: number, place: Place, moved: Moved | undefined) =>
  moved && { id_movimentazione: moved.id, id_ricambio: part, ...place, quantita: moved.quantita };

export const PLACE = {
  id_ricambio: { type: 'integer' },
  id_magazzino: { type: 'integer' },
  id_ubicazione: { type: ['integer', 'null'] },
  id_lotto: { type: ['integer', 'null'] },
};
export const REPLY = {
  type: 'object',
  properties: { id_movimentazione: { type: 'integer' }, ...PLACE, quantita: { type: 'number' } },
};
export const NEW_TEXT = {
  type: ['string', 'null'],
  maxLength: 200,
  description: 'Typed as new; made when it is not there',
};
export const EXAMPLE = {
  id_movimentazione: 812,
  id_ricambio: 7,
  id_magazzino: 1,
  id_ubicazione: 4,
  id_lotto: null,
};
