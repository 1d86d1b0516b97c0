/** The dialogs that the page of an intervention opens, and the addresses that open them too. */
import type { Row, Value } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';

export type Opened =
  | { kind: 'comment'; row?: RowOf<'commento'> }
  | { kind: 'cost'; row?: RowOf<'odl/costo'> }
  /** One of schemas/actions/, and what its dialog is opened with. */
  | { kind: 'act'; name: string; start?: Row; fixed?: Record<string, Value>; given?: Row; stored?: Row }
  | { kind: 'followup' };

export type Opener = (dialog: Opened) => void;

/** What each address opens, over which tab. */
export const ADDRESSES = [
  { path: '/add-costo-odl/:idOdl?', tab: 'costi', opens: { kind: 'cost' }, title: 'add_cost' },
  {
    path: '/add-prenotazione-ricambio/:idOdl?',
    tab: 'prenotazioni',
    opens: { kind: 'act', name: 'reserve' },
    title: 'add_reservation',
  },
  {
    path: '/add-ricambio-odl/:idOdl?',
    tab: 'ricambi',
    opens: { kind: 'act', name: 'withdraw' },
    title: 'withdraw_title',
  },
  {
    path: '/scarica-ricambio-odl/:idOdl?',
    tab: 'ricambi',
    opens: { kind: 'act', name: 'give-back' },
    title: 'return_title',
  },
  {
    path: '/add-commento-intervento/:idOdl?/:idCommento?',
    tab: 'commenti',
    opens: { kind: 'comment' },
    title: 'add_comment',
  },
] as const;
