/** The files of a record on the device that the server's answer does not contain yet. */
import { useSyncExternalStore } from 'react';
import { documentsDisplayed, type Owner } from '../../../dataProvider/documents.ts';
import { outbox } from '../../../dataProvider/outbox.ts';
import type { Waiting } from '../../../dataProvider/outbox-order.ts';
import { isMissingIn } from '../../../dataProvider/sent.ts';

/** An act with its file. */
export type WaitingFile = Waiting & Required<Pick<Waiting, 'file'>>;

const hasFile = (act: Waiting): act is WaitingFile => act.file !== undefined;

/** `readAt` is the time at which the documents on the page arrived. */
export function useWaitingFiles(owner: Owner, readAt: number): WaitingFile[] {
  const acts = useSyncExternalStore(outbox.subscribe, outbox.acts);
  const sent = useSyncExternalStore(outbox.subscribe, outbox.sent);
  const displayed = documentsDisplayed(owner, readAt);
  return [...sent.filter((act) => isMissingIn(act, displayed)), ...acts]
    .filter(hasFile)
    .filter((act) => act.path === displayed.path);
}
