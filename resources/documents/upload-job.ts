/**
 * The upload of files to a record, and the values for them. It continues when the page closes, and the page finds
 * it again. Without a network it waits and then continues automatically. An interrupted file starts again, unless
 * it had arrived and only the reply was lost.
 */

import {
  changeDocuments,
  type DocumentRow,
  type DocumentValues,
  type Owner,
  removeDocument,
  storedDocumentsOf,
  uploadDocument,
} from '../../dataProvider/documents.ts';
import { isUnanswered } from '../../dataProvider/envelope.ts';
import type { CallError } from '../../dataProvider/http.ts';
import { network } from '../../dataProvider/network.ts';
import { session } from '../../dataProvider/session.ts';
import { messageOf } from '../../schemas/failures.ts';
import { Listeners } from '../../schemas/listeners.ts';

/** The values that the user has entered so far. */
export interface Draft {
  folder: number | undefined;
  description: string;
  day: string | undefined;
  cover: boolean;
}

export type Step = 'waiting' | 'sending' | 'paused' | 'failed' | 'done';

export interface Item {
  key: number;
  file: File;
  step: Step;
  /** The part that has been sent, from 0 to 1. */
  share: number;
  /** Whether the network failed during the upload. */
  interrupted: boolean;
  /** Whether the file is from a draft. Another page may have sent it. */
  restored?: boolean;
  reason?: string;
  document?: DocumentRow;
}

export interface JobState {
  draft: Draft;
  items: Item[];
  saving: boolean;
  refused?: { message: string; errors: Record<string, string> };
}

const AT_ONCE = 2;
const RETRY_MS = 3000;
const BUSY: Step[] = ['waiting', 'sending', 'paused'];

const isBusy = ({ items }: JobState): boolean => items.some(({ step }) => BUSY.includes(step));

export class UploadJob {
  private state: JobState;
  private readonly listeners = new Listeners();
  private readonly controllers = new Map<number, AbortController>();
  private lastKey = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** Shows the user a warning while the page is open. */
  warn: (message: string) => void = () => undefined;
  /** Returns whether a draft has the files, so that a reload loses nothing. */
  isKept: () => boolean = () => false;

  /** `existing` contains the ids of the documents before the upload. */
  constructor(
    readonly owner: Owner,
    draft: Draft,
    readonly existing: ReadonlySet<number>,
  ) {
    this.state = { draft, items: [], saving: false };
  }

  get = (): JobState => this.state;

  subscribe = this.listeners.subscribe;

  get isBusy(): boolean {
    return isBusy(this.state);
  }

  setDraft(changes: Partial<Draft>): void {
    this.set({ draft: { ...this.state.draft, ...changes }, refused: undefined });
  }

  /** Sends files. Before a file of a draft is sent, the job asks whether it has arrived. */
  add(files: File[], restored = false): void {
    const items = files.map((file): Item => {
      this.lastKey += 1;
      return { key: this.lastKey, file, step: 'waiting', share: 0, interrupted: restored, restored };
    });
    this.set({ items: [...this.state.items, ...items] });
    this.pump();
  }

  /** Cancels a file. If it was sent completely, the server may have stored it, and the stored file is deleted. */
  cancel(key: number): void {
    const item = this.item(key);
    this.drop(key);
    this.controllers.get(key)?.abort();
    if (item && !item.restored && (item.share === 1 || item.interrupted)) void this.takeBack(item.file);
    this.pump();
  }

  cancelAll(): void {
    for (const { key, step } of this.state.items) if (BUSY.includes(step)) this.cancel(key);
  }

  /** Stops everything, and leaves what the server has. */
  stop(): void {
    for (const controller of this.controllers.values()) controller.abort();
    this.set({ items: [] });
  }

  retry(key: number): void {
    this.change(key, { step: 'waiting', share: 0, reason: undefined });
    this.pump();
  }

  async remove(key: number): Promise<void> {
    const document = this.item(key)?.document;
    if (document) await removeDocument(this.owner, document.id);
    this.drop(key);
  }

  /** Stops sending when the network is lost. */
  pause(): void {
    for (const { key, step } of this.state.items)
      if (step === 'sending') this.controllers.get(key)?.abort('offline');
  }

  /** Tries again, because the network may be back. */
  resume(): void {
    clearTimeout(this.retryTimer);
    this.retryTimer = undefined;
    // All paused files wait again, even if they are more than can be sent at the same time.
    for (const { key, step } of this.state.items)
      if (step === 'paused') this.change(key, { step: 'waiting' });
    this.pump();
  }

  /**
   * Waits for all files, then writes the values to all of them together. Returns the number of documents, or false
   * if the user must correct something.
   */
  async save(values: () => DocumentValues): Promise<number | false> {
    this.set({ saving: true, refused: undefined });
    await this.settled();
    const ids = this.state.items.flatMap(({ document }) => document?.id ?? []);
    const isComplete = ids.length > 0 && ids.length === this.state.items.length;
    try {
      if (isComplete) await changeDocuments(this.owner, ids, values());
    } catch (error) {
      const { message, body } = error as CallError;
      this.set({ saving: false, refused: { message, errors: body?.errors ?? {} } });
      return false;
    }
    this.set({ saving: false, ...(isComplete && { items: [] }) });
    return isComplete && ids.length;
  }

  private set(changes: Partial<JobState>): void {
    this.state = { ...this.state, ...changes };
    this.listeners.notify();
  }

  private item(key: number): Item | undefined {
    return this.state.items.find((item) => item.key === key);
  }

  private change(key: number, changes: Partial<Item>): void {
    this.set({ items: this.state.items.map((item) => (item.key === key ? { ...item, ...changes } : item)) });
  }

  private drop(key: number): void {
    this.set({ items: this.state.items.filter((item) => item.key !== key) });
  }

  private settled(): Promise<void> {
    if (!isBusy(this.state)) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.subscribe(() => {
        if (isBusy(this.state)) return;
        stop();
        resolve();
      });
    });
  }

  private pump(): void {
    const free = AT_ONCE - this.controllers.size;
    const next = this.state.items.filter(({ key, step }) => step === 'waiting' && !this.controllers.has(key));
    for (const { key } of next.slice(0, Math.max(0, free))) void this.send(key);
  }

  private async send(key: number): Promise<void> {
    const item = this.item(key);
    const { folder, day, description } = this.state.draft;
    if (!item || this.controllers.has(key) || folder === undefined || !day) return;
    const controller = new AbortController();
    this.controllers.set(key, controller);
    try {
      const stored = item.interrupted ? await this.storedAs(item.file, controller.signal) : undefined;
      if (stored) return this.arrived(key, stored);
      this.change(key, { step: 'sending', share: 0 });
      const values = { idCartella: folder, descrizione: description || null, data_validita: day };
      const { document, warning } = await uploadDocument(this.owner, item.file, values, {
        signal: controller.signal,
        onProgress: (share) => this.change(key, { share }),
      });
      if (warning) this.warn(warning);
      this.arrived(key, document);
    } catch (error) {
      this.stopped(key, error, controller.signal);
    } finally {
      this.controllers.delete(key);
      this.pump();
    }
  }

  private arrived(key: number, document: DocumentRow): void {
    this.change(key, { step: 'done', share: 1, document });
  }

  private stopped(key: number, error: unknown, { reason }: AbortSignal): void {
    if (!this.item(key)) return;
    if (reason === 'offline' || isUnanswered(error)) {
      this.change(key, { step: 'paused', share: 0, interrupted: true });
      this.retryTimer ??= setTimeout(() => this.resume(), RETRY_MS);
      void network.check();
    } else this.change(key, { step: 'failed', reason: messageOf(error) });
  }

  /** Returns the document that the server stored for this file although no reply arrived. */
  private async storedAs(file: File, signal?: AbortSignal): Promise<DocumentRow | undefined> {
    const ours = new Set(this.state.items.map(({ document }) => document?.id));
    const stored = await storedDocumentsOf(this.owner, signal);
    return stored.find(
      ({ id, id_usr_ins: author, nome_file_originale: name, dimensione: size }) =>
        !this.existing.has(id) &&
        !ours.has(id) &&
        author === session.user()?.idUtente &&
        name === file.name.normalize('NFC') &&
        size === file.size,
    );
  }

  private async takeBack(file: File): Promise<void> {
    try {
      const stored = await this.storedAs(file);
      if (stored) await removeDocument(this.owner, stored.id);
    } catch {
      // If this fails, the document stays in the list, where the user can delete it.
    }
  }
}
