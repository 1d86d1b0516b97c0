/** Rows that are only read: what happened to the intervention, what went wrong beside it. */

import { useTranslate } from 'react-admin';
import { FieldValue } from '../../../resources/cells.tsx';
import { Missing } from '../../../resources/form/Missing.tsx';
import { useHouse, useLanguage } from '../../../resources/House.tsx';
import { Loading } from '../../../resources/Loading.tsx';
import { DataTable } from '../../../resources/list/DataTable.tsx';
import { reasonOf } from '../../../resources/say.ts';
import type { Row } from '../../../schemas/entity.ts';
import { useRows } from '../ground/calls.ts';

interface RowsTabProps {
  id: number;
  /** Where the API keeps them. */
  path: string;
  /** The entity they are of, and its fields that are shown. */
  name: string;
  columns: string[];
  label: string;
  empty: string;
}

export function RowsTab({ id, path, name, columns, label, empty }: RowsTabProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const entity = useHouse().byName.get(name)!;
  const { data, error } = useRows(id, path);
  if (error) return <Missing reason={reasonOf(error)} />;
  if (!data) return <Loading height={160} />;
  return (
    <DataTable<Row>
      label={label}
      rows={data}
      keyOf={(row) => row[entity.id] as number}
      empty={translate(empty)}
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
