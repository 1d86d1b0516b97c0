/** The dialogs that the page of an intervention opens, and the addresses that open them too. */
import type { RowOf } from '../../../schemas/types.ts';
import type { Reservation, Withdrawal } from './calls.ts';

export type Opened =
  | { kind: 'comment'; row?: RowOf<'commento'> }
  | { kind: 'cost'; row?: RowOf<'odl/costo'> }
  | { kind: 'reserve'; row?: Reservation }
  | { kind: 'withdraw'; reservation?: Reservation }
  | { kind: 'change'; row: Withdrawal }
  | { kind: 'return'; row?: Withdrawal }
  | { kind: 'followup' };

export type Opener = (dialog: Opened) => void;

/** What each address opens, over which tab. */
export const ADDRESSES = [
  { path: '/add-costo-odl/:idOdl?', tab: 'costi', kind: 'cost', title: 'add_cost' },
  {
    path: '/add-prenotazione-ricambio/:idOdl?',
    tab: 'prenotazioni',
    kind: 'reserve',
    title: 'add_reservation',
  },
  { path: '/add-ricambio-odl/:idOdl?', tab: 'ricambi', kind: 'withdraw', title: 'withdraw_title' },
  { path: '/scarica-ricambio-odl/:idOdl?', tab: 'ricambi', kind: 'return', title: 'return_title' },
  {
    path: '/add-commento-intervento/:idOdl?/:idCommento?',
    tab: 'commenti',
    kind: 'comment',
    title: 'add_comment',
  },
] as const;
