/**
 * The draft of one form. It is stored when a save does not reach the server, while the user types without a network,
 * and always in forms that ask for this. A form whose save waits on the device has none.
 */
import type { Besides, Draft } from '../../dataProvider/device.ts';
import { drafts } from '../../dataProvider/drafts.ts';
import { network } from '../../dataProvider/network.ts';
import { newKey } from '../../dataProvider/retry.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { Listeners } from '../../schemas/listeners.ts';
import { isSecret } from '../format/kind-by.ts';
import { FormFiles, WAITING } from '../widgets/form-files.ts';
import { passAll } from '../widgets/typing.ts';
import { formFields } from './form-schema.ts';

/** Where the form is, and what it is about. */
export type DraftPlace = Pick<Draft, 'place' | 'entity' | 'rows' | 'about' | 'page' | 'state'>;

/** When what is typed is stored. */
export type Keeps = 'away' | 'always' | 'never';

const PAUSE_MS = 400;

const isUploaded = (files: FormFiles, name: string, value: unknown): boolean =>
  value !== WAITING || files.of(name) === undefined;

/** Returns the drawn values that a draft may contain: all but secrets. Cleared fields are null. */
export const draftValues = (entity: Entity, typed: Row, stored: Row): Row =>
  Object.fromEntries(
    formFields(entity)
      .filter((field) => !isSecret(field, stored))
      .flatMap(({ name, rows }) => [name, ...(rows?.typed ? [rows.typed.into] : [])])
      .map((name) => [name, typed[name] ?? null]),
  );

/** Returns the titles of the custom fields, which tell later whether a column still has the same field. */
export const customTitles = (entity: Entity): Record<string, string> =>
  Object.fromEntries(
    formFields(entity)
      .filter(({ custom }) => custom)
      .map(({ name, title }) => [name, title.en]),
  );

export class FormDraft {
  readonly files = new FormFiles();
  /** The key of a save without a reply. */
  key: string | undefined;
  /** The name of the act, if the form is the dialog of one. */
  act: string | undefined;
  private row: Draft | undefined;
  private besides: Besides | undefined;
  private base: Row | undefined;
  private typed: Pick<Draft, 'values' | 'titles'> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isTouched = false;
  private hasEnded = false;
  private isDisplayed = false;
  /** Whether the draft stays when the user leaves the form. */
  private isForLater: boolean;
  /** Whether the page tells the user about the draft. */
  private isAnnounced: boolean;
  private readonly listeners = new Listeners();
  private close: () => void = () => undefined;
  private last: Promise<unknown> = Promise.resolve();

  /** `begun` is the draft with which the form begins. */
  constructor(
    private readonly at: DraftPlace,
    readonly begun: Draft | undefined,
    private readonly keeps: Keeps = 'away',
  ) {
    this.row = begun;
    this.act = begun?.act;
    this.key = begun?.key;
    this.base = begun?.base;
    this.besides = begun?.besides;
    this.isForLater = begun !== undefined;
    this.isAnnounced = begun !== undefined;
    this.typed = begun && { values: begun.values, titles: begun.titles };
    for (const { field, file } of begun?.files ?? []) this.files.choose(field, file);
  }

  /** Receives the values of the form. `base` is the stored record that the form displays. */
  type(entity: Entity, values: Row, base: Row | undefined, isTouched: boolean): void {
    const typed = { values: draftValues(entity, values, base ?? values), titles: customTitles(entity) };
    this.hold(typed, base, isTouched);
  }

  /** Receives values of a form that draws its fields itself. */
  hold(typed: Pick<Draft, 'values' | 'titles'>, base: Row | undefined, isTouched: boolean): void {
    this.typed = typed;
    this.base = base;
    this.isTouched = isTouched;
    if (isTouched) this.storeSoon();
  }

  /** Receives what the page keeps besides the fields. */
  add(besides: Besides): void {
    const isChanged = JSON.stringify(besides) !== JSON.stringify(this.besides);
    const hasMore = besides.photos.length !== (this.besides?.photos.length ?? 0);
    this.besides = { ...this.besides, ...besides };
    if ((isChanged || hasMore) && this.typed) this.storeSoon();
  }

  /** Returns whether the draft was saved or discarded. */
  isOver = (): boolean => this.hasEnded;

  isStored = (): boolean => this.row !== undefined && this.timer === undefined;

  /** Returns whether the draft stays when the user leaves the form. */
  stays = (): boolean => this.isForLater && this.row !== undefined;

  /** Returns the draft as the page displays it. */
  displayed = (): Draft | undefined => (this.isAnnounced ? this.row : undefined);

  subscribe = this.listeners.subscribe;

  private setRow(row: Draft | undefined): void {
    this.row = row;
    this.listeners.notify();
  }

  private storeSoon(): void {
    if (this.hasEnded || this.keeps === 'never') return;
    if (!(this.keeps === 'always' || this.isForLater || network.isMissing())) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.store(), PAUSE_MS);
  }

  /** Stores what was typed, now. Returns whether it is stored. */
  store(): Promise<boolean> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const stored = this.last.then(() => this.write()).catch(() => false);
    this.last = stored;
    return stored;
  }

  private async write(): Promise<boolean> {
    if (this.hasEnded || !this.typed) return false;
    if (network.isMissing()) this.isForLater = true;
    const { at, act, key, base, besides } = this;
    const draft = { ...at, ...this.typed, act, key, base, besides, id: this.row?.id ?? newKey() };
    const chosen = this.files.all();
    const seen = this.row?.at;
    // A device without space for the files still keeps the values.
    const stored = await drafts
      .put({ ...draft, files: chosen }, seen)
      .catch(() => drafts.put({ ...draft, values: this.withoutFiles(draft.values), files: [] }, seen));
    if (stored.id !== this.row?.id) this.mark(stored.id);
    this.setRow(stored);
    return true;
  }

  private withoutFiles(values: Row): Row {
    const entries = Object.entries(values);
    return Object.fromEntries(entries.filter(([name, value]) => isUploaded(this.files, name, value)));
  }

  /** Leaves the draft out of the list of drafts while the form is displayed. */
  private mark(id: string): void {
    this.close();
    this.close = this.isDisplayed ? drafts.open(id) : () => undefined;
  }

  /** Keeps what was typed after a save that did not reach the server. */
  async keep(key: string | undefined): Promise<boolean> {
    this.key ??= key;
    this.isForLater = true;
    this.isAnnounced = true;
    return this.store();
  }

  /** Gives the draft the key of the save that follows, so that a closed page does not save twice. */
  async promise(): Promise<void> {
    this.key ??= newKey();
    await this.store();
  }

  /** Removes the draft, because it is saved or discarded. */
  async end(): Promise<void> {
    this.hasEnded = true;
    clearTimeout(this.timer);
    await this.last;
    if (this.row) await drafts.remove(this.row.id).catch(() => undefined);
    this.setRow(undefined);
  }

  /** Follows the page and the network while the form is displayed. Returns a function that stops this. */
  start(): () => void {
    this.isDisplayed = true;
    if (this.row) this.mark(this.row.id);
    const pass = () => {
      if (document.hidden && !this.hasEnded) {
        passAll();
        if (this.timer) void this.store();
      }
    };
    const stop = network.subscribe(() => this.isTouched && network.isMissing() && this.storeSoon());
    document.addEventListener('visibilitychange', pass);
    return () => {
      document.removeEventListener('visibilitychange', pass);
      stop();
      this.isDisplayed = false;
      if (this.timer) void this.store();
      this.close();
    };
  }
}
