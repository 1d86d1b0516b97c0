/**
 * Runs the items of a work table, for jobs and routines. It claims due items, writes heartbeats, takes over the
 * items of dead servers, and stops in order. See docs/decisions/046-rules-that-hand-on.md.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { Ended } from './job.ts';

/** One running item. */
export class Run<T> {
  #end: Ended | undefined;
  readonly #aborter = new AbortController();

  constructor(readonly item: T) {}

  get signal(): AbortSignal {
    return this.#aborter.signal;
  }

  /**
   * Ends the run. The first reason counts, except that 'loss' replaces any other: the row now belongs to another
   * server.
   */
  stop(by: Ended['by']): void {
    if (by === 'loss') this.#end = new Ended(by);
    this.#end ??= new Ended(by);
    this.#aborter.abort(this.#end);
  }

  /** Throws if the run must end. */
  goOn(): void {
    if (this.#end) throw this.#end;
  }
}

/** A table of work: how to claim and run its items. */
export interface Queue<T> {
  /** The name in the log, in the plural. */
  name: string;
  /** The number of items that one server runs in parallel. */
  concurrency: number;
  lookMs: number;
  beatMs: number;
  /** Claims the next item for this server, or returns undefined if there is none. */
  claim(server: string, running: T[]): Promise<T | undefined>;
  /** Writes a heartbeat. Returns 'loss' if another server has the item now, 'person' if a user cancelled it. */
  beat(server: string, item: T): Promise<'loss' | 'person' | undefined>;
  /** Runs the item and writes its result. */
  carryOut(server: string, run: Run<T>): Promise<void>;
  /** Returns the item's name in the log. */
  nameOf(item: T): string;
  /** Is called when the item has ended. Returns true to look for new items at once. */
  ended(item: T): boolean;
  /** Handles the items of dead servers. With `others`, those of every other server. */
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
    return this.runs.map(({ item }) => item);
  }

  get #isFull(): boolean {
    return this.#runs.size >= this.queue.concurrency;
  }

  /**
   * Opens the queue. `alone` means that no other server can be running, so that unfinished items of other servers
   * were left behind.
   */
  async open(alone: boolean): Promise<void> {
    await this.queue.orphans(this.server, this.#running, alone);
    this.#opened = true;
    this.every(this.queue.lookMs, () => this.look());
    this.every(this.queue.lookMs, () => this.queue.orphans(this.server, this.#running, false));
    this.look();
  }

  every(milliseconds: number, act: () => unknown): void {
    const run = async () => act();
    const timer = setInterval(
      () =>
        void run().catch((error) =>
          this.log.warn({ err: error }, `${this.queue.name} could not be looked after`),
        ),
      milliseconds,
    );
    timer.unref();
    this.#timers.push(timer);
  }

  /** Starts waiting items. If this is already in progress, it is repeated. */
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

  /** Stops the runs in progress and waits for them. */
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
        const item = await this.queue.claim(this.server, this.#running);
        if (item === undefined) break;
        this.#start(new Run(item));
      }
    } while (this.#again);
  }

  #start(run: Run<T>): void {
    const work = this.#carryOut(run)
      .catch((error) =>
        this.log.error({ err: error }, `the end of ${this.queue.nameOf(run.item)} could not be written`),
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
    const hasMore = this.queue.ended(run.item);
    if (wasFull || hasMore) this.look();
  }

  /** Sends one heartbeat at a time, so that a slow database does not get a second one. */
  #keepBeating(run: Run<T>): () => void {
    let busy = false;
    const timer = setInterval(() => {
      if (busy) return;
      busy = true;
      this.queue
        .beat(this.server, run.item)
        .then((by) => by && run.stop(by))
        .catch((error) =>
          this.log.warn({ err: error }, `${this.queue.nameOf(run.item)}: no sign of life could be given`),
        )
        .finally(() => {
          busy = false;
        });
    }, this.queue.beatMs);
    return () => clearInterval(timer);
  }
}
