/** A tab with rows of one kind below an intervention. Users who may change the intervention may delete the rows. */
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { replacesData } from '../../../resources/feedback/advice.ts';
import { Failure } from '../../../resources/feedback/Failure.tsx';
import { Loading } from '../../../resources/feedback/Loading.tsx';
import { DataTable } from '../../../resources/list/DataTable.tsx';
import type { PlainColumn } from '../../../resources/list/PlainTable.tsx';
import type { RowOf } from '../../../schemas/types.ts';
import { belowOf, useRows } from '../calls/intervention-calls.ts';
import { useRemoval } from './useRemoval.tsx';
import { useTabHint } from './useTabHint.ts';

interface EditedRowsProps<R> {
  record: RowOf<'odl'>;
  /** The last part of the address of the rows. */
  below: string;
  /** The key of the tab, which names the rows. */
  tab: string;
  columns: PlainColumn<R>[];
  keyOf(row: R): number;
  /** The hint of an empty tab, and the button that adds a row. */
  hint: [key: string, button: string];
  removal: { question: string; text?: string; address(row: R): string };
  actions(row: R, onDelete: () => void): ReactNode;
  before?: ReactNode;
  after?: ReactNode;
}

export function EditedRows<R>({ record, below, tab, ...props }: EditedRowsProps<R>) {
  const { columns, keyOf, hint, actions, before, after } = props;
  const translate = useTranslate();
  const { data, error, refetch } = useRows<R>(record.id, belowOf(record.id, below));
  const isEditable = record.modificabile === 1;
  const hintOf = useTabHint(isEditable);
  const removal = useRemoval<R>(props.removal);
  if (replacesData(error, data)) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading height={160} />;
  return (
    <>
      {before}
      <DataTable<R>
        label={translate(`officina.interventions.detail.tab.${tab}`)}
        rows={data}
        keyOf={keyOf}
        hint={hintOf(...hint)}
        columns={columns}
        actions={isEditable ? (row) => actions(row, () => removal.ask(row)) : undefined}
      />
      {after}
      {removal.dialog}
    </>
  );
}
