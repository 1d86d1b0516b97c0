/** Deletes one record, or the selected ones, after asking; a refusal is told in the server's words. */
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
import { displayOf, type Entity, type Row } from '../schemas/entity.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { reasonOf, useSay } from './say.ts';

interface Deletion {
  ask(): void;
  dialog: ReactNode;
}

function useConfirmed(title: string, act: () => Promise<void>): Deletion {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await act();
    setBusy(false);
    setOpen(false);
  };
  return {
    ask: () => setOpen(true),
    dialog: open ? (
      <ConfirmDialog
        open
        title={title}
        confirm={translate('officina.list.delete')}
        cancel={translate('officina.cancel')}
        busy={busy}
        onConfirm={confirm}
        onClose={() => setOpen(false)}
      >
        {translate('officina.delete.text')}
      </ConfirmDialog>
    ) : null,
  };
}

/** A list that was left with the branch of a row does not come back with it once the row is gone. */
function forgetBranch(store: Store, { resource, id, hierarchy }: Entity, row: Row): void {
  const key = `${resource}.listParams`;
  const left = store.getItem<{ filter?: Row }>(key);
  if (!hierarchy || Number(left?.filter?.[hierarchy.within]) !== row[id]) return;
  const { [hierarchy.within]: _gone, ...filter } = left!.filter!;
  store.setItem(key, { ...left, filter });
}

export function useDeleteOne(entity: Entity, row: Row, onDone: () => void): Deletion {
  const translate = useTranslate();
  const say = useSay();
  const provider = useDataProvider();
  const store = useStoreContext();
  const name = displayOf(entity, row);
  const question = entity.ask.delete
    ? translate(entity.ask.delete, { name })
    : translate('officina.delete.title', { name: `«${name}»` });
  return useConfirmed(question, async () => {
    try {
      await provider.delete(entity.resource, {
        id: row[entity.id] as Identifier,
        previousData: row as RaRecord,
      });
      say('officina.delete.done', 'success', { name });
      forgetBranch(store, entity, row);
      onDone();
    } catch (error) {
      say(reasonOf(error), 'error');
    }
  });
}

export function useDeleteMany(entity: Entity, ids: Identifier[], onDone: () => void): Deletion {
  const translate = useTranslate();
  const say = useSay();
  const refresh = useRefresh();
  const provider = useDataProvider();
  const title = translate('officina.delete.title_many', { smart_count: ids.length });
  return useConfirmed(title, async () => {
    try {
      await provider.deleteMany(entity.resource, { ids });
      say('officina.delete.done_many', 'success', { smart_count: ids.length });
    } catch (error) {
      const done = (error as { done?: Identifier[] }).done?.length ?? 0;
      say('officina.delete.partly', 'error', { done, total: ids.length, reason: reasonOf(error) });
    }
    onDone();
    refresh();
  });
}
