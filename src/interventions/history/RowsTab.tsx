/** The read-only tabs of an intervention: its history and its errors. */

import { useTranslate } from 'react-admin';
import { useApplication, useLanguage } from '../../../resources/context/application.tsx';
import { FieldValue } from '../../../resources/display/cells.tsx';
import { replacesData } from '../../../resources/feedback/advice.ts';
import { Failure } from '../../../resources/feedback/Failure.tsx';
import { Loading } from '../../../resources/feedback/Loading.tsx';
import { DataTable } from '../../../resources/list/DataTable.tsx';
import { useEmptyHint } from '../../../resources/list/empty-words.ts';
import { idOf } from '../../../schemas/catalogue.ts';
import type { Row } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { belowOf, useRows } from '../calls/intervention-calls.ts';

const STEPS = [
  'id_stato',
  'data_ordine',
  'data_fine',
  'id_tecnico',
  'note',
  'data_fatto',
  'stimato',
  'data_ins',
  'usr_ins',
];
/** Columns that are hidden if no row has a value. Most steps are stored at once and have none. */
const SPARSE = new Set(['data_fatto', 'stimato']);
const ERRORS = ['tipo', 'errore'];

/** The states that an intervention entered. */
export const StepsTab = ({ record: { id } }: { record: RowOf<'odl'> }) => (
  <RowsTab id={id} path={`/odl/storico/${id}`} name="intervention-step" columns={STEPS} tab="cronologia" />
);

export const ErrorsTab = ({ record: { id } }: { record: RowOf<'odl'> }) => (
  <RowsTab id={id} path={belowOf(id, 'errore')} name="intervention-error" columns={ERRORS} tab="errori" />
);

interface RowsTabProps {
  id: number;
  path: string;
  /** The entity of the rows, and the visible fields. */
  name: string;
  columns: string[];
  /** The key of the tab, which names the rows. */
  tab: string;
}

function RowsTab({ id, path, name, columns, tab }: RowsTabProps) {
  const translate = useTranslate();
  const hintOf = useEmptyHint();
  const language = useLanguage();
  const entity = useApplication().byName.entity(name);
  const { data, error, refetch } = useRows(id, path);
  if (replacesData(error, data)) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading height={160} />;
  return (
    <DataTable<Row>
      label={translate(`officina.interventions.detail.tab.${tab}`)}
      rows={data}
      keyOf={(row) => idOf(entity, row)}
      hint={hintOf(entity, false)}
      columns={columns
        .filter((column) => !SPARSE.has(column) || data.some((row) => row[column]))
        .flatMap((column) => entity.field(column) ?? [])
        .map((field) => ({
          key: field.name,
          label: field.title[language],
          value: (row) => <FieldValue entity={entity} field={field} value={row[field.name]} row={row} />,
        }))}
    />
  );
}
