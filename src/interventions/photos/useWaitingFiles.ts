/** The files of a record that wait on the device to be sent. */
import { useMemo, useSyncExternalStore } from 'react';
import { documentsAddress, type Owner } from '../../../dataProvider/documents.ts';
import { outbox } from '../../../dataProvider/outbox.ts';
import type { Waiting } from '../../../dataProvider/outbox-order.ts';

/** A waiting act with its file. */
export type WaitingFile = Waiting & Required<Pick<Waiting, 'file'>>;

const hasFile = (act: Waiting): act is WaitingFile => act.file !== undefined;

export function useWaitingFiles({ resource, id }: Owner): WaitingFile[] {
  const acts = useSyncExternalStore(outbox.subscribe, outbox.acts);
  return useMemo(() => {
    const path = documentsAddress({ resource, id });
    return acts.filter(hasFile).filter((act) => act.path === path);
  }, [acts, resource, id]);
}
