/** The costs of an intervention, line by line. */

import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useApplication, useLanguage } from '../../../resources/context/application.tsx';
import { FieldValue } from '../../../resources/display/cells.tsx';
import { RowButton } from '../../../resources/display/RowButton.tsx';
import { replacesData } from '../../../resources/feedback/advice.ts';
import { Failure } from '../../../resources/feedback/Failure.tsx';
import { Loading } from '../../../resources/feedback/Loading.tsx';
import { formatMoney } from '../../../resources/format/format.ts';
import { DataTable } from '../../../resources/list/DataTable.tsx';
import type { PlainColumn } from '../../../resources/list/PlainTable.tsx';
import type { Entity } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { valueIn } from '../../../schemas/values.ts';
import { belowOf, useRows } from '../calls/intervention-calls.ts';
import type { Opener } from '../tabs/tab-dialogs.ts';
import { useRemoval } from '../tabs/useRemoval.tsx';
import { useTabHint } from '../tabs/useTabHint.ts';

const RIGHT = ['quantita', 'costo', 'totale'];
const TOTALS = ['totale_attivo', 'totale_passivo', 'totale'];

interface CostsTabProps {
  entity: Entity;
  record: RowOf<'odl'>;
  open: Opener;
}

type CostLine = RowOf<'odl/costo'>;

export function CostsTab({ entity, record, open }: CostsTabProps) {
  const translate = useTranslate();
  const id = record.id;
  const { data, error, refetch } = useRows<CostLine>(id, belowOf(id, 'costo'));
  const columns = useColumns();
  const hintOf = useTabHint(record.modificabile === 1);
  const removal = useRemoval<CostLine>({
    question: 'officina.confirm.deleteCost',
    address: (row) => `/odl/${id}/costo/${row.id}`,
  });
  if (replacesData(error, data)) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading height={160} />;
  const actions = (row: CostLine) => <CostActions row={row} open={open} onDelete={() => removal.ask(row)} />;
  return (
    <>
      <DataTable<CostLine>
        label={translate('officina.interventions.detail.tab.costi')}
        rows={data}
        keyOf={(row) => row.id}
        hint={hintOf('no_costs', 'add_cost')}
        columns={columns}
        actions={record.modificabile === 1 ? actions : undefined}
      />
      <Totals entity={entity} record={record} />
      {removal.dialog}
    </>
  );
}

function useColumns(): PlainColumn<CostLine>[] {
  const language = useLanguage();
  const lines = useApplication().byName.entity('cost-line');
  return lines.list
    .flatMap((name) => lines.field(name) ?? [])
    .map((field) => ({
      key: field.name,
      label: field.title[language],
      right: RIGHT.includes(field.name),
      value: (row) => <FieldValue entity={lines} field={field} value={valueIn(row, field.name)} row={row} />,
    }));
}

interface CostActionsProps {
  row: CostLine;
  open: Opener;
  onDelete(): void;
}

function CostActions({ row, open, onDelete }: CostActionsProps) {
  const name = String(row.descrizione);
  return (
    <>
      <RowButton
        action="edit"
        name={name}
        icon={<EditIcon fontSize="small" />}
        onClick={() => open({ name: 'change-cost', stored: row, given: { id_riga: row.id } })}
      />
      <RowButton action="delete" name={name} icon={<DeleteIcon fontSize="small" />} onClick={onDelete} />
    </>
  );
}

/** The sums of income and expenses, for users who may see them. */
function Totals({ entity, record }: Pick<CostsTabProps, 'entity' | 'record'>) {
  const language = useLanguage();
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        justifyContent: 'flex-end',
        columnGap: 3,
        rowGap: 0.5,
        mt: 1.5,
      }}
    >
      {TOTALS.flatMap((name) => entity.field(name) ?? []).map(({ name, title }) => (
        <Typography key={name} sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {title[language]}
          {': '}
          <strong>{formatMoney(Number(valueIn(record, name) ?? 0), language)}</strong>
        </Typography>
      ))}
    </Box>
  );
}
