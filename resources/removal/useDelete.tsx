/** Deletes one record, or the selected ones, after a confirmation. A refusal has the server's message. */

import { type ReactNode, useState } from 'react';
import {
  type Identifier,
  type RaRecord,
  type Store,
  useDataProvider,
  useRefresh,
  useStoreContext,
  useTranslate,
} from 'react-admin';
import { idOf } from '../../schemas/catalogue.ts';
import { displayOf, type Entity, type Row } from '../../schemas/entity.ts';
import { isRow } from '../../schemas/values.ts';
import { useLanguage } from '../context/application.tsx';
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx';
import { RefusalDialog } from '../feedback/RefusalDialog.tsx';
import { useRefusalsInDialog } from '../feedback/refusals-in-dialog.ts';
import { reasonOf, useSay } from '../feedback/toasts.ts';
import { DeleteDialog, type Removal } from './DeleteDialog.tsx';

interface Deletion {
  ask(): void;
  dialog: ReactNode;
}

type Draw = (dialog: { busy: boolean; onConfirm(removal?: Removal): void; onClose(): void }) => ReactNode;

/** Asks, and then calls `act`, which deletes and returns the reason of a refusal that a dialog must display. */
function useConfirmed(draw: Draw, act: (removal?: Removal) => Promise<string | undefined>): Deletion {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const onConfirm = async (removal?: Removal) => {
    setBusy(true);
    setRefusal(await act(removal));
    setBusy(false);
    setOpen(false);
  };
  const refused = refusal !== undefined && (
    <RefusalDialog onClose={() => setRefusal(undefined)}>{refusal}</RefusalDialog>
  );
  return {
    ask: () => setOpen(true),
    dialog: open ? draw({ busy, onConfirm, onClose: () => setOpen(false) }) : refused || null,
  };
}

/** Removes a deleted row from the stored filters of its list. */
function forgetBranch(store: Store, { resource, id, hierarchy }: Entity, row: Row): void {
  const key = `${resource}.listParams`;
  const stored = store.getItem<{ filter?: Row }>(key);
  if (!hierarchy || !stored?.filter || Number(stored.filter[hierarchy.within]) !== row[id]) return;
  const { [hierarchy.within]: _gone, ...filter } = stored.filter;
  store.setItem(key, { ...stored, filter });
}

/** Reports a refusal as a toast, or returns it if the page displays refusals in a dialog. */
function useReportRefusal(): (reason: string) => string | undefined {
  const say = useSay();
  const refusalsInDialog = useRefusalsInDialog();
  return (reason) => {
    if (refusalsInDialog) return reason;
    say(reason, 'error');
    return undefined;
  };
}

export function useDeleteOne(entity: Entity, row: Row, onDone: () => void): Deletion {
  const language = useLanguage();
  const translate = useTranslate();
  const say = useSay();
  const provider = useDataProvider();
  const store = useStoreContext();
  const report = useReportRefusal();
  const name = displayOf(entity, row, language);
  const question = entity.ask.delete
    ? translate(entity.ask.delete, { name })
    : translate('officina.delete.title', { name: `«${name}»` });
  const target = { id: idOf(entity, row), previousData: row as RaRecord };
  const remove = async ({ replacement, off }: Removal = {}) => {
    const meta = replacement === undefined ? undefined : { query: { sostituisci: String(replacement) } };
    try {
      if (off) await provider.update(entity.resource, { ...target, data: entity.inUse.off ?? {} });
      else await provider.delete(entity.resource, { ...target, meta });
      say(off ? 'officina.delete.off_done' : 'officina.delete.done', 'success', { name });
      if (!off) forgetBranch(store, entity, row);
      onDone();
      return undefined;
    } catch (error) {
      return report(reasonOf(error));
    }
  };
  return useConfirmed(
    (dialog) => <DeleteDialog entity={entity} row={row} title={question} {...dialog} />,
    remove,
  );
}

export function useDeleteMany(entity: Entity, ids: Identifier[], onDone: () => void): Deletion {
  const translate = useTranslate();
  const say = useSay();
  const refresh = useRefresh();
  const provider = useDataProvider();
  const report = useReportRefusal();
  const title = translate('officina.delete.title_many', { smart_count: ids.length });
  const draw: Draw = ({ onConfirm, ...dialog }) => (
    <ConfirmDialog
      open
      title={title}
      confirm={translate('officina.list.delete')}
      onConfirm={() => onConfirm()}
      {...dialog}
    >
      {translate('officina.delete.text')}
    </ConfirmDialog>
  );
  return useConfirmed(draw, async () => {
    let refusal: string | undefined;
    try {
      await provider.deleteMany(entity.resource, { ids });
      say('officina.delete.done_many', 'success', { smart_count: ids.length });
    } catch (error) {
      const done = isRow(error) && Array.isArray(error.done) ? error.done.length : 0;
      const params = { done, total: ids.length, reason: reasonOf(error) };
      refusal = report(translate('officina.delete.partly', params));
    }
    onDone();
    refresh();
    return refusal;
  });
}
