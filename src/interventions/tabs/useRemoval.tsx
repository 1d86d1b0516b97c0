/** Deletes a row after a question. If the server refuses, displays the reason. */
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '../../../dataProvider/http.ts';
import { ConfirmDialog } from '../../../resources/feedback/ConfirmDialog.tsx';
import { useSayWhy } from '../../../resources/feedback/toasts.ts';
import type { Row } from '../../../schemas/entity.ts';
import { useChanged } from '../calls/intervention-calls.ts';

interface Removal<R> {
  ask(row: R): void;
  dialog: ReactNode;
}

interface RemovalProps<R> {
  question: string;
  /** The consequence, if it is not obvious. */
  text?: string;
  address(row: R): string;
}

export function useRemoval<R = Row>({ question, text, address }: RemovalProps<R>): Removal<R> {
  const translate = useTranslate();
  const sayWhy = useSayWhy();
  const changed = useChanged();
  const [row, setRow] = useState<R>();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await call(address(row!), { method: 'DELETE' });
    } catch (error) {
      sayWhy(error);
    }
    await changed();
    setBusy(false);
    setRow(undefined);
  };
  return {
    ask: setRow as (row: R) => void,
    dialog: row !== undefined && (
      <ConfirmDialog
        open
        title={translate(question)}
        confirm={translate('officina.list.delete')}
        busy={busy}
        onConfirm={remove}
        onClose={() => setRow(undefined)}
      >
        {translate(text ?? 'officina.delete.text')}
      </ConfirmDialog>
    ),
  };
}
