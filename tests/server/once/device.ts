/** A device in memory: the acts of one user, sent by the code of the browser over a connection that a test controls. */
import { CallError, send, unreachable } from '../../../dataProvider/envelope.ts';
import {
  doneAgain,
  fateOf,
  inQueue,
  isSameRecord,
  type Waiting,
  withRealId,
} from '../../../dataProvider/outbox-order.ts';
import { type Sending, sendAll } from '../../../dataProvider/outbox-sending.ts';
import { newKey } from '../../../dataProvider/retry.ts';

/** What happens to a call: it arrives, its request or its reply is lost, or it arrives twice at the same moment. */
export const FATES = ['arrives', 'arrives', 'request lost', 'reply lost', 'twice'] as const;
export type CallFate = (typeof FATES)[number];

export type Done = Omit<Waiting, 'key' | 'user' | 'doneAt' | 'page'>;

const resultOf = <T>(call: Promise<T>): Promise<{ value: T } | { error: unknown }> =>
  call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

export class Device {
  waiting: Waiting[] = [];
  /** The acts that the server has performed, by their keys. */
  readonly performed = new Map<string, Waiting>();

  constructor(
    readonly user: number,
    readonly token: string,
  ) {}

  /** Stores acts that were done without a network. Returns the key of the first one. */
  add(done: Done, key = newKey()): Waiting {
    const act = inQueue({ ...done, key, user: this.user, doneAt: Date.now(), page: '/home' }, this.waiting);
    this.waiting.push(act);
    return act;
  }

  call(act: Waiting): Promise<unknown> {
    const { method, path, query, claims, body, key, doneAt } = act;
    return send(path, { method, query: { ...query, ...claims }, body, key, doneAt }, this.token).then(
      ({ data }) => data,
    );
  }

  async #carried(act: Waiting, fate: CallFate | undefined): Promise<unknown> {
    if (fate === undefined || fate === 'request lost') throw unreachable();
    const calls = fate === 'twice' ? [this.call(act), this.call(act)] : [this.call(act)];
    const results = await Promise.all(calls.map(resultOf));
    if (fate === 'reply lost') throw unreachable();
    const answered = results.find((result) => 'value' in result);
    if (answered) return answered.value;
    const errors = results.flatMap((result) => ('error' in result ? [result.error] : []));
    throw errors.find((error) => fateOf(error) === 'refused') ?? errors[0];
  }

  /** Is one tab: sends in order over a connection that lasts for these calls. */
  async flush(fates: readonly CallFate[]): Promise<void> {
    const left = [...fates];
    await sendAll(this.#sending((act) => this.#carried(act, left.shift())));
  }

  /** Sends everything over a good connection. */
  async drain(): Promise<void> {
    await sendAll(this.#sending((act) => this.call(act)));
  }

  #sending(call: Sending['call']): Sending {
    return {
      acts: async () => [...this.waiting],
      isCurrent: () => true,
      isReachable: async () => true,
      call,
      remove: async (act, made) => {
        this.performed.set(act.key, act);
        this.waiting = this.waiting
          .filter(({ key }) => key !== act.key)
          .map((other) => (act.makes && made && isSameRecord(other, act) ? withRealId(other, made) : other));
      },
      refuse: async (act) => {
        this.waiting = this.waiting.map((other) => (other.key === act.key ? act : other));
      },
    };
  }

  /** Returns the acts that stand under 'Needs you'. */
  refused(): Waiting[] {
    return this.waiting.filter(({ refusal }) => refusal !== undefined);
  }

  again(act: Waiting): void {
    this.waiting = this.waiting.map((other) => (other === act ? doneAgain(act) : other));
  }

  /** Drops a refused act. The reason is stored in the history of its record, if the user may still see it. */
  async drop(act: Waiting): Promise<void> {
    const body = { atto: act.act, motivo: 'Fatto da un collega' };
    await send(`/odl/${act.id}/scarto`, { method: 'POST', body, key: newKey() }, this.token).catch(
      (error) => {
        if (!(error instanceof CallError && [403, 404].includes(error.status))) throw error;
      },
    );
    this.waiting = this.waiting.filter((other) => other !== act);
  }
}
