/** With what the acts on parts are opened from their rows. */
import type { Reservation, Withdrawal } from '../calls/intervention-calls.ts';
import type { Opened } from '../tabs/tab-dialogs.ts';

const leftOf = ({ quantita, quantita_prelevata: taken }: Reservation): number =>
  Math.max(0, Number((quantita - taken).toFixed(2)));

/** What is reserved, and as much of it as is left. */
export const withdrawalOf = (reservation: Reservation): Opened => ({
  name: 'withdraw',
  start: { quantita: leftOf(reservation) || undefined },
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
