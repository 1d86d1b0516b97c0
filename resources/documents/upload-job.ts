/**
 * Files on their way to a record, and what is to be said of them. It outlives the page: who leaves finds it again.
 * When the network goes it waits, and goes on by itself; a file that was on its way starts again, unless it turns out
 * that it had arrived and only the reply was lost.
 */

import {
  changeDocuments,
  type DocumentRow,
  type DocumentValues,
  documentsOf,
  type Owner,
  removeDocument,
  uploadDocument,
} from '../../dataProvider/documents.ts';
import { CallError } from '../../dataProvider/http.ts';
import { session } from '../../dataProvider/session.ts';
import { messageOf } from '../../schemas/failures.ts';

/** What a person has said so far. */
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
  /** How much of it has left, from 0 to 1. */
  share: number;
  /** The network went while it was on its way. */
  interrupted: boolean;
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
const ASK_AGAIN_MS = 3000;
const BUSY: Step[] = ['waiting', 'sending', 'paused'];

const isUnreachable = (error: unknown): boolean => error instanceof CallError && error.status === 0;
const isBusy = ({ items }: JobState): boolean => items.some(({ step }) => BUSY.includes(step));

export class UploadJob {
  private state: JobState;
  private readonly listeners = new Set<() => void>();
  private readonly ways = new Map<number, AbortController>();
  private lastKey = 0;
  private again: ReturnType<typeof setTimeout> | undefined;
  /** Told to the person while he is there to hear it. */
  warn: (message: string) => void = () => undefined;

  /** `known`: the documents that were there before. */
  constructor(
    readonly owner: Owner,
    draft: Draft,
    private readonly known: Set<number>,
  ) {
    this.state = { draft, items: [], saving: false };
  }

  get = (): JobState => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get isBusy(): boolean {
    return isBusy(this.state);
  }

  say(changes: Partial<Draft>): void {
    this.set({ draft: { ...this.state.draft, ...changes }, refused: undefined });
  }

  add(files: File[]): void {
    const items = files.map((file): Item => {
      this.lastKey += 1;
      return { key: this.lastKey, file, step: 'waiting', share: 0, interrupted: false };
    });
    this.set({ items: [...this.state.items, ...items] });
    this.pump();
  }

  /** Gives a file up. One that had left wholly may have been kept already: it is taken back. */
  cancel(key: number): void {
    const item = this.item(key);
    this.drop(key);
    this.ways.get(key)?.abort();
    if (item && (item.share === 1 || item.interrupted)) void this.takeBack(item.file);
    this.pump();
  }

  cancelAll(): void {
    for (const { key, step } of this.state.items) if (BUSY.includes(step)) this.cancel(key);
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

  /** The network is gone: nothing on its way can arrive. */
  pause(): void {
    for (const { key, step } of this.state.items)
      if (step === 'sending') this.ways.get(key)?.abort('offline');
  }

  /** It may be back. */
  resume(): void {
    clearTimeout(this.again);
    this.again = undefined;
    // All wait again, also those for which there is no way free yet; each takes the next.
    for (const { key, step } of this.state.items)
      if (step === 'paused') this.change(key, { step: 'waiting' });
    this.pump();
  }

  /** When all have arrived, what was said is written on all of them at once. False when there is something to mend. */
  async save(said: () => DocumentValues): Promise<number | false> {
    this.set({ saving: true, refused: undefined });
    await this.settled();
    const ids = this.state.items.flatMap(({ document }) => document?.id ?? []);
    const isWhole = ids.length > 0 && ids.length === this.state.items.length;
    try {
      if (isWhole) await changeDocuments(this.owner, ids, said());
    } catch (error) {
      const { message, body } = error as CallError;
      this.set({ saving: false, refused: { message, errors: body?.errors ?? {} } });
      return false;
    }
    this.set({ saving: false, ...(isWhole && { items: [] }) });
    return isWhole && ids.length;
  }

  private set(changes: Partial<JobState>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.listeners) listener();
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
    const free = AT_ONCE - this.ways.size;
    const next = this.state.items.filter(({ key, step }) => step === 'waiting' && !this.ways.has(key));
    for (const { key } of next.slice(0, Math.max(0, free))) void this.send(key);
  }

  private async send(key: number): Promise<void> {
    const item = this.item(key);
    const { folder, day, description } = this.state.draft;
    if (!item || this.ways.has(key) || folder === undefined || !day) return;
    const way = new AbortController();
    this.ways.set(key, way);
    try {
      const kept = item.interrupted ? await this.keptAs(item.file, way.signal) : undefined;
      if (kept) return this.arrived(key, kept);
      this.change(key, { step: 'sending', share: 0 });
      const said = { idCartella: folder, descrizione: description || null, data_validita: day };
      const { document, warning } = await uploadDocument(this.owner, item.file, said, {
        signal: way.signal,
        onProgress: (share) => this.change(key, { share }),
      });
      if (warning) this.warn(warning);
      this.arrived(key, document);
    } catch (error) {
      this.stopped(key, error, way.signal);
    } finally {
      this.ways.delete(key);
      this.pump();
    }
  }

  private arrived(key: number, document: DocumentRow): void {
    this.change(key, { step: 'done', share: 1, document });
  }

  private stopped(key: number, error: unknown, { reason }: AbortSignal): void {
    if (!this.item(key)) return;
    if (reason === 'offline' || isUnreachable(error)) {
      this.change(key, { step: 'paused', share: 0, interrupted: true });
      this.again ??= setTimeout(() => this.resume(), ASK_AGAIN_MS);
    } else this.change(key, { step: 'failed', reason: messageOf(error) });
  }

  /** The document that this file has become, though nobody said so. */
  private async keptAs(file: File, signal?: AbortSignal): Promise<DocumentRow | undefined> {
    const ours = new Set(this.state.items.map(({ document }) => document?.id));
    const { documenti } = await documentsOf(this.owner, {}, signal);
    return documenti.find(
      ({ id, id_usr_ins: author, nome_file_originale: name, dimensione: size }) =>
        !this.known.has(id) &&
        !ours.has(id) &&
        author === session.user()?.idUtente &&
        name === file.name.normalize('NFC') &&
        size === file.size,
    );
  }

  private async takeBack(file: File): Promise<void> {
    try {
      const kept = await this.keptAs(file);
      if (kept) await removeDocument(this.owner, kept.id);
    } catch {
      // Who cannot ask cannot take it back; it stands in the list, where it can be deleted.
    }
  }
}
