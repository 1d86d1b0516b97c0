/** The costs of an intervention, line by line. */

import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useApplication, useLanguage } from '../../../resources/context/application.tsx';
import { FieldValue } from '../../../resources/display/cells.tsx';
import { RowButton } from '../../../resources/display/RowButton.tsx';
import { formatMoney } from '../../../resources/format/format.ts';
import type { PlainColumn } from '../../../resources/list/PlainTable.tsx';
import type { Entity } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { valueIn } from '../../../schemas/values.ts';
import { EditedRows } from '../tabs/EditedRows.tsx';
import type { Opener } from '../tabs/tab-dialogs.ts';

const RIGHT = ['quantita', 'costo', 'totale'];
const TOTALS = ['totale_attivo', 'totale_passivo', 'totale'];

interface CostsTabProps {
  entity: Entity;
  record: RowOf<'odl'>;
  open: Opener;
}

type CostLine = RowOf<'odl/costo'>;

export const CostsTab = ({ entity, record, open }: CostsTabProps) => (
  <EditedRows<CostLine>
    record={record}
    below="costo"
    tab="costi"
    columns={useColumns()}
    keyOf={(row) => row.id}
    hint={['no_costs', 'add_cost']}
    removal={{
      question: 'officina.confirm.deleteCost',
      address: (row) => `/odl/${record.id}/costo/${row.id}`,
    }}
    actions={(row, onDelete) => <CostActions row={row} open={open} onDelete={onDelete} />}
    after={<Totals entity={entity} record={record} />}
  />
);

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
