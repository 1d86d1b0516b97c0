/** The withdrawn parts, which users can change, return or delete. */

import ReturnIcon from '@mui/icons-material/AssignmentReturnOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { mayDo } from '../../../resources/acts/offered-acts.ts';
import { useApplication, useLanguage } from '../../../resources/context/application.tsx';
import { useNarrow } from '../../../resources/context/useNarrow.ts';
import { RowButton } from '../../../resources/display/RowButton.tsx';
import { formatDecimal } from '../../../resources/format/format.ts';
import type { PlainColumn } from '../../../resources/list/PlainTable.tsx';
import type { RowOf } from '../../../schemas/types.ts';
import type { Withdrawal } from '../calls/intervention-calls.ts';
import { EditedRows } from '../tabs/EditedRows.tsx';
import type { Opener } from '../tabs/tab-dialogs.ts';
import { changeOf } from './opened-acts.ts';
import { PartLink } from './PartLink.tsx';
import { PartsChooser } from './PartsChooser.tsx';

function useColumns(): PlainColumn<Withdrawal>[] {
  const translate = useTranslate();
  const language = useLanguage();
  const text = (key: string, label: string) => ({
    key,
    label: translate(`officina.stock.${label}`),
    value: (row: Withdrawal) => row[key] as string | null,
  });
  return [
    { key: 'codice', label: translate('officina.stock.code'), value: (row) => <PartLink row={row} /> },
    text('descrizione', 'description'),
    {
      key: 'quantita',
      label: translate('officina.stock.quantity'),
      right: true,
      value: (row) => formatDecimal(row.quantita, language),
    },
    text('unita_di_misura', 'unit'),
    text('codice_magazzino', 'warehouse'),
    text('descrizione_ubicazione', 'location'),
    text('descrizione_lotto', 'lot'),
  ];
}

interface PartActionsProps {
  row: Withdrawal;
  open: Opener;
  onDelete(): void;
}

function PartActions({ row, open, onDelete }: PartActionsProps) {
  const translate = useTranslate();
  return (
    <>
      <RowButton
        action="edit"
        name={row.codice}
        icon={<EditIcon fontSize="small" />}
        onClick={() => open(changeOf(row))}
      />
      <RowButton
        action={{ label: translate('officina.interventions.detail.return_title') }}
        name={row.codice}
        icon={<ReturnIcon fontSize="small" />}
        onClick={() => open({ name: 'give-back', start: { id_prelievo: row.id_prelievo } })}
      />
      <RowButton
        action="delete"
        name={row.codice}
        icon={<DeleteIcon fontSize="small" />}
        onClick={onDelete}
      />
    </>
  );
}

export function PartsTab({ record, open }: { record: RowOf<'odl'>; open: Opener }) {
  const narrow = useNarrow();
  const application = useApplication();
  const offersChooser = narrow && mayDo(application, application.act('withdraw'), record);
  return (
    <EditedRows<Withdrawal>
      record={record}
      below="ricambio"
      tab="ricambi"
      columns={useColumns()}
      keyOf={(row) => row.id_prelievo}
      hint={['no_parts', 'add_part']}
      removal={{
        question: 'officina.confirm.deletePart',
        text: 'officina.interventions.detail.goes_back',
        address: (row) => `/odl/${record.id}/prelievo/${row.id_prelievo}`,
      }}
      actions={(row, onDelete) => <PartActions row={row} open={open} onDelete={onDelete} />}
      before={
        offersChooser && (
          <Box sx={{ mb: 2 }}>
            <PartsChooser record={record} open={open} />
          </Box>
        )
      }
    />
  );
}
