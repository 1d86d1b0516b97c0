/**
 * The user's jobs. They are read twice a second while one of them is running and the page is visible. The end of a
 * job that was running in this browser is reported once, even after a reload.
 */
import { CallError } from '../../dataProvider/http.ts';
import { isLive, type Job, jobOf, recentJobs } from '../../dataProvider/jobs.ts';
import { session } from '../../dataProvider/session.ts';
import { Listeners } from '../../schemas/listeners.ts';
import { changeMemory, isMemoryOf, type Memory, readMemory } from './memory.ts';

export interface Watched {
  /** The jobs, newest first. */
  jobs: Job[];
  /** The jobs that have ended and that the user has not seen. */
  news: number[];
}

/** Reports the end of a job. `followed` tells whether the screen displays the job. */
export type Ending = (job: Job, followed: boolean) => void;

const TICK_MS = 500;
/** The pause in milliseconds if the server does not answer. */
const AGAIN_MS = 5000;
/** The maximum number of running jobs that are read. If there are more, the newest are only waiting. */
const MOST = 5;

const person = (): number => session.user()?.idUtente ?? 0;

class Watch {
  private state: Watched = { jobs: [], news: [] };
  private readonly listeners = new Listeners();
  private readonly endings = new Set<Ending>();
  private readonly followed = new Map<number, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private looking = false;

  get = (): Watched => this.state;

  subscribe = this.listeners.subscribe;

  onEnd(ending: Ending): () => void {
    this.endings.add(ending);
    return () => this.endings.delete(ending);
  }

  /** Reads all jobs, for example after a sign-in or in another language. */
  async refresh(): Promise<void> {
    const requester = person();
    try {
      const jobs = await recentJobs();
      if (person() === requester) this.take(jobs, true);
    } catch {
      this.plan(AGAIN_MS);
    }
  }

  /** Adds a job that was just started, or its next step. */
  add(job: Job): void {
    this.remember((memory) => ({
      awaited: [...new Set([...memory.awaited, job.id])],
      news: memory.news.filter((id) => id !== job.id),
    }));
    this.take([job]);
  }

  /** Takes the new state of a job from an answer. */
  update(job: Job): void {
    this.take([job]);
  }

  /** Marks a job as displayed until the returned function is called. No message is needed for its end. */
  follow(id: number): () => void {
    const by = (count: number) => this.followed.set(id, (this.followed.get(id) ?? 0) + count);
    by(1);
    this.seen([id]);
    return () => void by(-1);
  }

  seen(ids: number[]): void {
    this.remember(({ awaited, news }) => ({ awaited, news: news.filter((id) => !ids.includes(id)) }));
  }

  /** Clears the jobs when the user changes. */
  forget(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.show({ jobs: [], news: [] });
  }

  /** Reads the jobs when the page is visible again. */
  wake(): void {
    if (this.state.jobs.some(isLive)) void this.poll();
  }

  private show(state: Partial<Watched>): void {
    this.state = { ...this.state, ...state };
    this.listeners.notify();
  }

  private remember(change: (memory: Memory) => Memory): void {
    const { news } = changeMemory(person(), change);
    if (news.join() !== this.state.news.join()) this.show({ news });
  }

  /** Merges the new state of some jobs, or of all if `fresh` is the whole list. */
  private take(fresh: Job[], isAll = false): void {
    // The whole list may be older than a job that was just added here.
    const others = this.state.jobs.filter(
      (job) => !fresh.some(({ id }) => id === job.id) && (!isAll || isLive(job)),
    );
    const jobs = [...fresh, ...others].toSorted((one, other) => other.id - one.id);
    this.show({ jobs });
    const live = fresh.filter(isLive).map(({ id }) => id);
    const awaited = readMemory(person()).awaited;
    const ended = fresh.filter((job) => !isLive(job) && awaited.includes(job.id));
    const exists = (id: number): boolean => !isAll || jobs.some((job) => job.id === id);
    this.remember((memory) => ({
      awaited: [...new Set([...memory.awaited, ...live])].filter(
        (id) => exists(id) && !ended.some((job) => job.id === id),
      ),
      news: [...new Set([...memory.news, ...ended.map(({ id }) => id)])].filter(
        (id) => exists(id) && !this.isFollowed(id),
      ),
    }));
    for (const job of ended) for (const ending of this.endings) ending(job, this.isFollowed(job.id));
    this.plan(TICK_MS);
  }

  private isFollowed(id: number): boolean {
    return (this.followed.get(id) ?? 0) > 0;
  }

  private plan(wait: number): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const idle = !this.state.jobs.some(isLive) || document.hidden || person() === 0;
    if (!idle) this.timer = setTimeout(() => void this.poll(), wait);
  }

  private async poll(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    const requester = person();
    const live = this.state.jobs.filter(isLive).slice(-MOST);
    try {
      const jobs = await Promise.all(live.map(({ id }) => found(id)));
      // An answer that is older than the end of the job is ignored.
      const isOver = (id: number): boolean => this.state.jobs.some((job) => job.id === id && !isLive(job));
      if (person() === requester) this.take(jobs.flatMap((job) => (job && !isOver(job.id) ? job : [])));
      const gone = live.filter((_, index) => jobs[index] === undefined);
      if (gone.length > 0) this.show({ jobs: this.state.jobs.filter((job) => !gone.includes(job)) });
    } catch {
      this.plan(AGAIN_MS);
    } finally {
      this.looking = false;
    }
  }
}

const NOT_FOUND = 404;

async function found(id: number): Promise<Job | undefined> {
  try {
    return await jobOf(id);
  } catch (error) {
    if (error instanceof CallError && error.status === NOT_FOUND) return undefined;
    throw error;
  }
}

export const watch = new Watch();

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) watch.wake();
});

addEventListener('storage', (event) => {
  if (isMemoryOf(person(), event)) void watch.refresh();
});

let last = person();
session.subscribe(() => {
  if (person() === last) return;
  last = person();
  watch.forget();
});
