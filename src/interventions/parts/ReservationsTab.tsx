/** Reserved parts: the quantity already withdrawn, and withdrawal of the rest. */

import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import WithdrawIcon from '@mui/icons-material/OutboxOutlined';
import TuneIcon from '@mui/icons-material/Tune';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../../resources/context/application.tsx';
import { RowButton } from '../../../resources/display/RowButton.tsx';
import { replacesData } from '../../../resources/feedback/advice.ts';
import { Failure } from '../../../resources/feedback/Failure.tsx';
import { Loading } from '../../../resources/feedback/Loading.tsx';
import { formatDecimal } from '../../../resources/format/format.ts';
import { DataTable } from '../../../resources/list/DataTable.tsx';
import type { PlainColumn } from '../../../resources/list/PlainTable.tsx';
import type { RowOf } from '../../../schemas/types.ts';
import { belowOf, type Reservation, useRows, type Withdrawal } from '../calls/intervention-calls.ts';
import type { Opener } from '../tabs/tab-dialogs.ts';
import { useRemoval } from '../tabs/useRemoval.tsx';
import { useTabHint } from '../tabs/useTabHint.ts';
import { changeOf, reservationOf, withdrawalOf } from './opened-acts.ts';
import { PartLink } from './PartLink.tsx';

/** Returns the progress: 0 untouched, less than reserved partial, else complete. */
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

/** Withdraws the rest; only a reservation without withdrawals can be changed and deleted. */
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
  const translate = useTranslate();
  const id = record.id;
  const { data, error, refetch } = useRows<Reservation>(id, belowOf(id, 'prenotazione'));
  const { data: taken = [] } = useRows<Withdrawal>(id, belowOf(id, 'ricambio'));
  const columns = useColumns();
  const hintOf = useTabHint(record.modificabile === 1);
  const removal = useRemoval<Reservation>({
    question: 'officina.confirm.deleteReservation',
    address: (row) => `/odl/${id}/prenotazione/${row.id}`,
  });
  if (replacesData(error, data)) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading height={160} />;
  const actions = (row: Reservation) => (
    <ReservationActions
      row={row}
      withdrawn={taken.find(({ id_prelievo }) => id_prelievo === row.id_prelievo)}
      open={open}
      onDelete={() => removal.ask(row)}
    />
  );
  return (
    <>
      <DataTable<Reservation>
        label={translate('officina.interventions.detail.tab.prenotazioni')}
        rows={data}
        keyOf={(row) => row.id}
        hint={hintOf('no_reservations', 'add_reservation')}
        columns={columns}
        actions={record.modificabile === 1 ? actions : undefined}
      />
      {removal.dialog}
    </>
  );
}
