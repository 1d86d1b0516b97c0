/** A read-only tab of rows, such as history and errors. */

import { useApplication, useLanguage } from '../../../resources/context/application.tsx';
import { FieldValue } from '../../../resources/display/cells.tsx';
import { replacesData } from '../../../resources/feedback/advice.ts';
import { Failure } from '../../../resources/feedback/Failure.tsx';
import { Loading } from '../../../resources/feedback/Loading.tsx';
import { DataTable } from '../../../resources/list/DataTable.tsx';
import { useEmptyHint } from '../../../resources/list/empty-words.ts';
import { idOf } from '../../../schemas/catalogue.ts';
import type { Row } from '../../../schemas/entity.ts';
import { useRows } from '../calls/intervention-calls.ts';

interface RowsTabProps {
  id: number;
  path: string;
  /** The entity of the rows, and the visible fields. */
  name: string;
  columns: string[];
  label: string;
}

export function RowsTab({ id, path, name, columns, label }: RowsTabProps) {
  const hintOf = useEmptyHint();
  const language = useLanguage();
  const entity = useApplication().byName.entity(name);
  const { data, error, refetch } = useRows(id, path);
  if (replacesData(error, data)) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading height={160} />;
  return (
    <DataTable<Row>
      label={label}
      rows={data}
      keyOf={(row) => idOf(entity, row)}
      hint={hintOf(entity, false)}
      columns={columns
        .flatMap((column) => entity.field(column) ?? [])
        .map((field) => ({
          key: field.name,
          label: field.title[language],
          value: (row) => <FieldValue entity={entity} field={field} value={row[field.name]} row={row} />,
        }))}
    />
  );
}
