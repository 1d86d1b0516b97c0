/** The dialogs of an intervention's page, and the addresses that open them. */
import type { Row, Value } from '../../../schemas/entity.ts';

/** The name of an act, and the values its dialog starts with. */
export interface Opened {
  name: string;
  start?: Row;
  fixed?: Record<string, Value>;
  given?: Row;
  stored?: Row;
  /** The id of the draft with which the dialog begins. */
  draft?: string;
}

export type Opener = (dialog: Opened) => void;

/** The dialog and tab of each address. */
export const ADDRESSES = [
  { path: '/add-costo-odl/:idOdl?', tab: 'costi', opens: 'add-cost', title: 'add_cost' },
  {
    path: '/add-prenotazione-ricambio/:idOdl?',
    tab: 'prenotazioni',
    opens: 'reserve',
    title: 'add_reservation',
  },
  {
    path: '/add-ricambio-odl/:idOdl?',
    tab: 'ricambi',
    opens: 'withdraw',
    title: 'withdraw_title',
  },
  {
    path: '/scarica-ricambio-odl/:idOdl?',
    tab: 'ricambi',
    opens: 'give-back',
    title: 'return_title',
  },
  {
    path: '/add-commento-intervento/:idOdl?/:idCommento?',
    tab: 'commenti',
    opens: 'add-comment',
    title: 'add_comment',
  },
] as const;
