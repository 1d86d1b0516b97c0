/** Deletes a document after a confirmation. */
import { type ReactNode, useState } from 'react';
import { useRefresh, useTranslate } from 'react-admin';
import { type DocumentRow, type Owner, removeDocument } from '../../dataProvider/documents.ts';
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx';
import { useSay, useSayWhy } from '../feedback/toasts.ts';

interface Deletion {
  ask(document: DocumentRow): void;
  dialog: ReactNode;
}

export function useDeleteDocument(
  owner: Owner,
  remove: (document: DocumentRow) => Promise<void> = ({ id }) => removeDocument(owner, id),
): Deletion {
  const translate = useTranslate();
  const say = useSay();
  const sayWhy = useSayWhy();
  const refresh = useRefresh();
  const [pending, setPending] = useState<DocumentRow>();
  const [busy, setBusy] = useState(false);
  const confirm = async (document: DocumentRow) => {
    setBusy(true);
    try {
      await remove(document);
      say('officina.delete.done', 'success', { name: document.nome_file_originale });
      refresh();
    } catch (error) {
      sayWhy(error);
    }
    setBusy(false);
    setPending(undefined);
  };
  return {
    ask: setPending,
    dialog: pending && (
      <ConfirmDialog
        open
        title={translate('officina.confirm.deleteDocument')}
        confirm={translate('officina.list.delete')}
        busy={busy}
        onConfirm={() => void confirm(pending)}
        onClose={() => setPending(undefined)}
      >
        {pending.nome_file_originale}
      </ConfirmDialog>
    ),
  };
}
