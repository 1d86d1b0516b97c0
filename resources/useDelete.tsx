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
import { RefusalDialog } from './RefusalDialog.tsx';
import { reasonOf, useSay } from './say.ts';

interface Deletion {
  ask(): void;
  dialog: ReactNode;
}

/** `act` answers why it was refused, where that is to be told in a dialog. */
function useConfirmed(title: string, act: () => Promise<string | undefined>): Deletion {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    setRefusal(await act());
    setBusy(false);
    setOpen(false);
  };
  const refused = refusal !== undefined && (
    <RefusalDialog onClose={() => setRefusal(undefined)}>{refusal}</RefusalDialog>
  );
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
    ) : (
      refused || null
    ),
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

/** In a toast, unless the entity wants its refusals in a dialog, which the deletion opens then. */
function useTellRefusal({ refusalsInDialog }: Entity): (reason: string) => string | undefined {
  const say = useSay();
  return (reason) => {
    if (refusalsInDialog) return reason;
    say(reason, 'error');
    return undefined;
  };
}

export function useDeleteOne(entity: Entity, row: Row, onDone: () => void): Deletion {
  const translate = useTranslate();
  const say = useSay();
  const provider = useDataProvider();
  const store = useStoreContext();
  const tellRefusal = useTellRefusal(entity);
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
      return undefined;
    } catch (error) {
      return tellRefusal(reasonOf(error));
    }
  });
}

export function useDeleteMany(entity: Entity, ids: Identifier[], onDone: () => void): Deletion {
  const translate = useTranslate();
  const say = useSay();
  const refresh = useRefresh();
  const provider = useDataProvider();
  const tellRefusal = useTellRefusal(entity);
  const title = translate('officina.delete.title_many', { smart_count: ids.length });
  return useConfirmed(title, async () => {
    let refusal: string | undefined;
    try {
      await provider.deleteMany(entity.resource, { ids });
      say('officina.delete.done_many', 'success', { smart_count: ids.length });
    } catch (error) {
      const done = (error as { done?: Identifier[] }).done?.length ?? 0;
      const told = { done, total: ids.length, reason: reasonOf(error) };
      refusal = tellRefusal(translate('officina.delete.partly', told));
    }
    onDone();
    refresh();
    return refusal;
  });
}
