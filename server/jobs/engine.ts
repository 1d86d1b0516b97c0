/**
 * Does work that is kept in a table, for jobs and routines alike: claims what is to be done, gives signs of life while
 * it is at it, looks after what another server left behind, and stops in order.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { Ended } from './job.ts';

/** One thing under way. */
export class Run<T> {
  #end: Ended | undefined;
  readonly #aborter = new AbortController();

  constructor(readonly what: T) {}

  get signal(): AbortSignal {
    return this.#aborter.signal;
  }

  /** What another has taken over is lost, whatever else was to end it. */
  stop(by: Ended['by']): void {
    if (by === 'loss') this.#end = new Ended(by);
    this.#end ??= new Ended(by);
    this.#aborter.abort(this.#end);
  }

  /** Throws once it is to end. */
  goOn(): void {
    if (this.#end) throw this.#end;
  }
}

/** What there is to do, and how: of the table, and of one thing in it. */
export interface Queue<T> {
  /** What it holds, for the log. */
  name: string;
  /** How many things are done beside each other. */
  atOnce: number;
  lookMs: number;
  beatMs: number;
  /** Takes what comes next for this server; undefined when there is nothing. */
  claim(server: string, running: T[]): Promise<T | undefined>;
  /** Writes that it is being done; says when it is no longer this server's, or wanted. */
  beat(server: string, what: T): Promise<'loss' | 'person' | undefined>;
  /** Does it and writes its end. */
  carryOut(server: string, run: Run<T>): Promise<void>;
  /** What it is called in the log. */
  called(what: T): string;
  /** It is under way no more; true when there may be more of it to do at once. */
  rested(what: T): boolean;
  /** Looks after what was left behind; with `others`, by any other server, however lately that was heard of. */
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

  /** One server alone opens the embedded engine: what any other has under way there is nobody's. */
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

  /** Starts on what waits; who is at it already looks again before he rests. */
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

  /** Tells what is under way to end, and waits for it. */
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

  /** Says that it is being done, and never twice at once. */
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
