/**
 * The draft of a page that saves its parts one by one: values of fields of its record, and texts that become other
 * rows. Everything typed is stored on this device until it is saved or sent.
 */
import { type Draft, pageHere, type TypedText } from '../../dataProvider/device.ts';
import { drafts } from '../../dataProvider/drafts.ts';
import { newKey } from '../../dataProvider/retry.ts';
import type { Row } from '../../schemas/entity.ts';
import { Listeners } from '../../schemas/listeners.ts';
import { passAll } from '../widgets/typing.ts';

const PAUSE_MS = 400;

type Typed = Pick<Draft, 'values' | 'titles' | 'base'> & { texts: Record<string, TypedText> };

const NOTHING: Typed = { values: {}, titles: {}, texts: {} };

const changedOnes = (texts: Record<string, TypedText>): Record<string, TypedText> =>
  Object.fromEntries(Object.entries(texts).filter(([, { text, began }]) => text !== (began ?? '')));

/** The drafts of the pages that this tab displays, by user and place. */
const displayed = new Map<string, PageDraft>();

export class PageDraft {
  private typed = NOTHING;
  private row: Draft | undefined;
  private hasBegun = false;
  private pages = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Listeners();
  private close: () => void = () => undefined;
  private last: Promise<void> = Promise.resolve();

  private constructor(
    private readonly key: string,
    private readonly at: Pick<Draft, 'place' | 'entity'>,
  ) {}

  /** Returns the draft of a page. The components of a page share it. */
  static of(user: number | undefined, at: Pick<Draft, 'place' | 'entity'>): PageDraft {
    const key = `${user}:${at.place}`;
    const draft = displayed.get(key) ?? new PageDraft(key, at);
    draft.begin();
    return draft;
  }

  /** Begins with what the device has. What was typed before the device was read stays. */
  private begin(): void {
    if (this.hasBegun || !drafts.isRead()) return;
    this.hasBegun = true;
    this.row = drafts.unopened().findLast(({ place }) => place === this.at.place);
    if (!this.row) return;
    const { values, titles, base, texts } = this.row;
    this.typed = { values, titles, base, texts: { ...texts, ...this.typed.texts } };
  }

  subscribe = this.listeners.subscribe;

  /** Returns the typed values of fields, with the record for which they were typed. */
  fields = (): Pick<Draft, 'values' | 'titles' | 'base'> => this.typed;

  text = (name: string): TypedText | undefined => this.typed.texts[name];

  /** Receives the values that are not saved. */
  type(values: Row, titles: Record<string, string>, base: Row): void {
    const before = this.typed.values;
    if (Object.keys(values).length + Object.keys(before).length === 0) return;
    this.typed = { ...this.typed, values, titles, base };
    this.storeSoon();
  }

  /** Receives a text, or undefined after it was sent or discarded. `record` is the record of the page. */
  write(name: string, text: TypedText | undefined, record: Row): void {
    const { [name]: before, ...others } = this.typed.texts;
    if (before === text) return;
    this.typed = {
      ...this.typed,
      texts: text ? { ...others, [name]: text } : others,
      base: this.typed.base ?? record,
    };
    this.listeners.notify();
    if (text) this.storeSoon();
    else void this.store();
  }

  private storeSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.store(), PAUSE_MS);
  }

  private store(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.last = this.last.then(() => this.put()).catch(() => undefined);
    return this.last;
  }

  private async put(): Promise<void> {
    const { row, at } = this;
    const typed = { ...this.typed, texts: changedOnes(this.typed.texts) };
    if (Object.keys(typed.values).length + Object.keys(typed.texts).length === 0) {
      this.row = undefined;
      this.typed = { ...this.typed, base: undefined };
      if (row) await drafts.remove(row.id);
      return;
    }
    const id = row?.id ?? newKey();
    this.mark(id);
    const page = pageHere();
    this.row = await drafts.put({ ...at, ...typed, id, page, files: [] }, row?.at);
    if (this.row.id !== id) this.mark(this.row.id);
  }

  /** Leaves the draft out of the list of drafts while a page displays it. */
  private mark(id: string): void {
    this.close();
    this.close = this.pages > 0 ? drafts.open(id) : () => undefined;
  }

  /** Keeps the draft while a component of the page is displayed. Returns a function that ends this. */
  readonly show = (): (() => void) => {
    displayed.set(this.key, this);
    this.pages += 1;
    if (this.pages === 1 && this.row) this.mark(this.row.id);
    document.addEventListener('visibilitychange', this.pass);
    return () => {
      this.pages -= 1;
      if (this.pages === 0) void this.end();
    };
  };

  private async end(): Promise<void> {
    document.removeEventListener('visibilitychange', this.pass);
    this.close();
    if (this.timer) await this.store();
    if (this.pages === 0 && displayed.get(this.key) === this) displayed.delete(this.key);
  }

  private readonly pass = (): void => {
    if (!document.hidden) return;
    passAll();
    if (this.timer) void this.store();
  };
}
