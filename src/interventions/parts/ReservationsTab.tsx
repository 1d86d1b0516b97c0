/** The reserved parts, with the quantity already withdrawn, and a button to withdraw the rest. */

import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import WithdrawIcon from '@mui/icons-material/OutboxOutlined';
import TuneIcon from '@mui/icons-material/Tune';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../../resources/context/application.tsx';
import { RowButton } from '../../../resources/display/RowButton.tsx';
import { formatDecimal } from '../../../resources/format/format.ts';
import type { PlainColumn } from '../../../resources/list/PlainTable.tsx';
import type { RowOf } from '../../../schemas/types.ts';
import { belowOf, type Reservation, useRows, type Withdrawal } from '../calls/intervention-calls.ts';
import { EditedRows } from '../tabs/EditedRows.tsx';
import type { Opener } from '../tabs/tab-dialogs.ts';
import { changeOf, reservationOf, withdrawalOf } from './opened-acts.ts';
import { PartLink } from './PartLink.tsx';

/** Returns the progress: untouched if nothing is withdrawn, partial if less than reserved, or else complete. */
const stepOf = ({ quantita, quantita_prelevata: withdrawn }: Reservation): string =>
  withdrawn <= 0 ? 'untouched' : withdrawn < quantita ? 'partial' : 'whole';

function useColumns(): PlainColumn<Reservation>[] {
  const translate = useTranslate();
  const language = useLanguage();
  const label = (key: string) => translate(`officina.interventions.detail.${key}`);
  const quantity = (key: string, title: string, of: (row: Reservation) => number) => ({
    key,
    label: title,
    right: true,
    value: (row: Reservation) => formatDecimal(of(row), language),
  });
  return [
    { key: 'codice', label: translate('officina.stock.code'), value: (row) => <PartLink row={row} /> },
    { key: 'descrizione', label: translate('officina.stock.description'), value: (row) => row.descrizione },
    quantity('quantita', label('reserved'), (row) => row.quantita),
    quantity('prelevata', label('withdrawn'), (row) => row.quantita_prelevata),
    quantity('disponibile', translate('officina.stock.available'), (row) => row.disponibile),
    { key: 'unita', label: translate('officina.stock.unit'), value: (row) => row.unita_di_misura },
    { key: 'stato', label: label('state'), value: (row) => label(`reservation.${stepOf(row)}`) },
  ];
}

interface ReservationActionsProps {
  row: Reservation;
  /** The withdrawal that took the part, if there is one. */
  withdrawn: Withdrawal | undefined;
  open: Opener;
  onDelete(): void;
}

/**
 * The actions on a reservation. The rest can be withdrawn. Only a reservation without withdrawals can be changed or
 * deleted.
 */
function ReservationActions({ row, withdrawn, open, onDelete }: ReservationActionsProps) {
  const translate = useTranslate();
  const name = row.codice;
  return (
    <>
      <RowButton
        action={{ label: translate('officina.interventions.detail.withdraw') }}
        name={name}
        icon={<WithdrawIcon fontSize="small" />}
        onClick={() => open(withdrawalOf(row))}
      />
      {row.quantita_prelevata > 0 && withdrawn && (
        <RowButton
          action={{ label: translate('officina.interventions.detail.details') }}
          name={name}
          icon={<TuneIcon fontSize="small" />}
          onClick={() => open(changeOf(withdrawn))}
        />
      )}
      {row.quantita_prelevata <= 0 && (
        <>
          <RowButton
            action="edit"
            name={name}
            icon={<EditIcon fontSize="small" />}
            onClick={() => open(reservationOf(row))}
          />
          <RowButton action="delete" name={name} icon={<DeleteIcon fontSize="small" />} onClick={onDelete} />
        </>
      )}
    </>
  );
}

export function ReservationsTab({ record, open }: { record: RowOf<'odl'>; open: Opener }) {
  const { data: withdrawals = [] } = useRows<Withdrawal>(record.id, belowOf(record.id, 'ricambio'));
  return (
    <EditedRows<Reservation>
      record={record}
      below="prenotazione"
      tab="prenotazioni"
      columns={useColumns()}
      keyOf={(row) => row.id}
      hint={['no_reservations', 'add_reservation']}
      removal={{
        question: 'officina.confirm.deleteReservation',
        address: (row) => `/odl/${record.id}/prenotazione/${row.id}`,
      }}
      actions={(row, onDelete) => (
        <ReservationActions
          row={row}
          withdrawn={withdrawals.find(({ id_prelievo }) => id_prelievo === row.id_prelievo)}
          open={open}
          onDelete={onDelete}
        />
      )}
    />
  );
}
