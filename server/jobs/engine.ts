/**
 * Runs work that is kept in a table, for jobs and routines alike: claims what is due, writes a heartbeat while it runs,
 * deals with what another server left behind, and stops in order. See docs/decisions/046-rules-that-hand-on.md.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { Ended } from './job.ts';

/** One item under way. */
export class Run<T> {
  #end: Ended | undefined;
  readonly #aborter = new AbortController();

  constructor(readonly what: T) {}

  get signal(): AbortSignal {
    return this.#aborter.signal;
  }

  /** The first reason counts, but a loss replaces any other: the row now belongs to another server. */
  stop(by: Ended['by']): void {
    if (by === 'loss') this.#end = new Ended(by);
    this.#end ??= new Ended(by);
    this.#aborter.abort(this.#end);
  }

  /** Throws once the run has to end. */
  goOn(): void {
    if (this.#end) throw this.#end;
  }
}

/** A table of work: how its items are claimed and carried out. */
export interface Queue<T> {
  /** Plural, for the log. */
  name: string;
  /** How many items run at the same time on one server. */
  atOnce: number;
  lookMs: number;
  beatMs: number;
  /** Claims the next item for this server; undefined when there is none. */
  claim(server: string, running: T[]): Promise<T | undefined>;
  /** Writes a sign of life; 'loss' when another server has the item now, 'person' when it was cancelled. */
  beat(server: string, what: T): Promise<'loss' | 'person' | undefined>;
  /** Does the work and writes its outcome. */
  carryOut(server: string, run: Run<T>): Promise<void>;
  /** The item's name in the log. */
  called(what: T): string;
  /** Called when the item has ended; true when the queue should be looked at again immediately. */
  rested(what: T): boolean;
  /** Deals with items that a dead server left behind; with `others`, with those of every other server. */
  orphans(server: string, running: T[], others: boolean): Promise<void>;
}

export class Engine<T> {
  readonly server = randomUUID();
  readonly #runs = new Map<Run<T>, Promise<void>>();
  readonly #timers: NodeJS.Timeout[] = [];
  #looking: Promise<void> | undefined;
  #again = false;
  #opened = false;
  #closing = false;

  constructor(
    private readonly queue: Queue<T>,
    private readonly log: FastifyBaseLogger,
  ) {}

  get runs(): Run<T>[] {
    return [...this.#runs.keys()];
  }

  get #running(): T[] {
    return this.runs.map(({ what }) => what);
  }

  get #isFull(): boolean {
    return this.#runs.size >= this.queue.atOnce;
  }

  /** `alone` where no other server can be running: what is under way elsewhere was left behind. */
  async open(alone: boolean): Promise<void> {
    await this.queue.orphans(this.server, this.#running, alone);
    this.#opened = true;
    this.every(this.queue.lookMs, () => this.look());
    this.every(this.queue.lookMs, () => this.queue.orphans(this.server, this.#running, false));
    this.look();
  }

  every(milliseconds: number, act: () => unknown): void {
    const quiet = async () => act();
    const timer = setInterval(
      () =>
        void quiet().catch((error) =>
          this.log.warn({ err: error }, `${this.queue.name} could not be looked after`),
        ),
      milliseconds,
    );
    timer.unref();
    this.#timers.push(timer);
  }

  /** Starts what is waiting; a look already in progress is repeated before it ends. */
  look(): void {
    this.#again = true;
    if (!this.#opened || this.#closing || this.#looking) return;
    this.#looking = this.#takeAll()
      .catch((error) => this.log.error({ err: error }, `${this.queue.name} could not be taken`))
      .finally(() => {
        this.#looking = undefined;
        if (this.#again) this.look();
      });
  }

  /** Tells the runs under way to end, and waits for them. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#stopAll();
    await this.#looking;
    this.#stopAll();
    await Promise.all(this.#runs.values());
  }

  #stopAll(): void {
    for (const run of this.runs) run.stop('server');
  }

  async #takeAll(): Promise<void> {
    do {
      this.#again = false;
      while (!this.#closing && !this.#isFull) {
        const what = await this.queue.claim(this.server, this.#running);
        if (what === undefined) break;
        this.#start(new Run(what));
      }
    } while (this.#again);
  }

  #start(run: Run<T>): void {
    const work = this.#carryOut(run)
      .catch((error) =>
        this.log.error({ err: error }, `the end of ${this.queue.called(run.what)} could not be written`),
      )
      .finally(() => this.#rest(run));
    this.#runs.set(run, work);
  }

  async #carryOut(run: Run<T>): Promise<void> {
    const stopBeating = this.#keepBeating(run);
    try {
      await this.queue.carryOut(this.server, run);
    } finally {
      stopBeating();
    }
  }

  #rest(run: Run<T>): void {
    const wasFull = this.#isFull;
    this.#runs.delete(run);
    const hasMore = this.queue.rested(run.what);
    if (wasFull || hasMore) this.look();
  }

  /** One heartbeat at a time: a slow database gets no second one. */
  #keepBeating(run: Run<T>): () => void {
    let busy = false;
    const timer = setInterval(() => {
      if (busy) return;
      busy = true;
      this.queue
        .beat(this.server, run.what)
        .then((by) => by && run.stop(by))
        .catch((error) =>
          this.log.warn({ err: error }, `${this.queue.called(run.what)}: no sign of life could be given`),
        )
        .finally(() => {
          busy = false;
        });
    }, this.queue.beatMs);
    return () => clearInterval(timer);
  }
}
