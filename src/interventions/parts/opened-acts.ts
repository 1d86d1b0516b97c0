/** The initial values of acts on parts, opened from a row. */
import type { Reservation, Withdrawal } from '../calls/intervention-calls.ts';
import type { Opened } from '../tabs/tab-dialogs.ts';

const remainingOf = ({ quantita, quantita_prelevata: withdrawn }: Reservation): number =>
  Math.max(0, Number((quantita - withdrawn).toFixed(2)));

/** Withdraws the remaining quantity of a reservation. */
export const withdrawalOf = (reservation: Reservation): Opened => ({
  name: 'withdraw',
  start: { quantita: remainingOf(reservation) || undefined },
  fixed: { id_ricambio: reservation.id_ricambio },
  given: { id_prenotazione: reservation.id },
});

export const changeOf = ({ id_prelievo }: Withdrawal): Opened => ({
  name: 'change-withdrawal',
  fixed: { id_prelievo },
});

export const reservationOf = (row: Reservation): Opened => ({
  name: 'change-reservation',
  fixed: { id_ricambio: row.id_ricambio },
  given: { id_prenotazione: row.id },
  stored: row,
});
