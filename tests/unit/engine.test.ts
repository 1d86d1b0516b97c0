/** The engine of jobs and routines: parallelism, the end of a run, repeated checks. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { Engine, type Queue, Run } from '../../server/jobs/engine.ts';
import { Ended } from '../../server/jobs/job.ts';

const logged: string[] = [];
const note = (_what: unknown, text: string) => void logged.push(text);
const log = { error: note, warn: note } as unknown as FastifyBaseLogger;

const engines: Engine<string>[] = [];
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
  logged.length = 0;
});

/**
 * Builds an engine over a list of names; each item runs until the engine ends it, or until `finish` is called with
 * its name.
 */
function engineOver(waiting: string[], more: Partial<Queue<string>> = {}) {
  const [ended, ends] = [[] as string[], new Map<string, () => void>()];
  const engine = new Engine<string>(
    {
      name: 'names',
      concurrency: 1,
      lookMs: 10_000,
      beatMs: 5,
      nameOf: (name) => `name ${name}`,
      claim: async () => waiting.shift(),
      beat: async () => undefined,
      async carryOut(_server, run) {
        await new Promise<void>((done) => {
          ends.set(run.item, done);
          run.signal.addEventListener('abort', () => done());
        });
        try {
          run.goOn();
          ended.push(run.item);
        } catch (error) {
          ended.push(`${run.item} by ${(error as Ended).by}`);
        }
      },
      ended: () => false,
      orphans: async () => undefined,
      ...more,
    },
    log,
  );
  engines.push(engine);
  const names = () => engine.runs.map(({ item }) => item);
  return { engine, ended, names, finish: (name: string) => ends.get(name)?.() };
}

const until = async (holds: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 200 && !holds(); tries++) await wait(5);
  expect(holds()).toBe(true);
};

describe('an engine', () => {
  it('runs as many in parallel as allowed, and starts the next when one has ended', async () => {
    const { engine, ended, names, finish } = engineOver(['a', 'b', 'c'], { concurrency: 2 });
    await engine.open(false);
    await until(() => names().length === 2);
    finish('a');
    await until(() => names().includes('c'));
    expect(names()).toEqual(['b', 'c']);
    expect(ended).toEqual(['a']);
  });

  it('starts nothing before it is open, or after it is closed', async () => {
    const waiting = ['a'];
    const { engine, ended } = engineOver(waiting);
    engine.look();
    expect(waiting).toEqual(['a']);
    await engine.open(false);
    await until(() => engine.runs.length === 1);
    waiting.push('b');
    await engine.close();
    engine.look();
    expect([ended, waiting]).toEqual([['a by server'], ['b']]);
  });

  it('also stops an item that it is claiming while it closes', async () => {
    let answer = (_name: string): void => undefined;
    const claimed = new Promise<string>((resolve) => {
      answer = resolve;
    });
    const { engine, ended } = engineOver([], { claim: () => claimed });
    await engine.open(false);
    const closed = engine.close();
    answer('late');
    await closed;
    expect(ended).toEqual(['late by server']);
  });

  it('stops items that another server has taken over, and cancelled ones', async () => {
    for (const by of ['loss', 'person'] as const) {
      const { engine, ended } = engineOver(['a'], { beat: async () => by });
      await engine.open(false);
      await until(() => ended.length === 1);
      expect(ended).toEqual([`a by ${by}`]);
    }
  });

  it('continues with the next if a result could not be written, and logs it', async () => {
    const { engine, names } = engineOver(['bad', 'good'], {
      async carryOut(_server, { item, signal }) {
        if (item === 'bad') throw new Error('no database');
        await new Promise((ended) => signal.addEventListener('abort', ended));
      },
    });
    await engine.open(false);
    await until(() => names().includes('good'));
    expect(logged).toEqual(['the end of name bad could not be written']);
  });

  it('handles items of dead servers when it opens, and those of all others if it is alone', async () => {
    const calls: boolean[] = [];
    const { engine } = engineOver([], {
      orphans: async (_server, _running, others) => void calls.push(others),
    });
    await engine.open(true);
    expect(calls).toEqual([true]);
  });
});

describe('a run', () => {
  it('ends for the first reason, but a loss replaces any other', () => {
    const run = new Run('a');
    run.goOn();
    run.stop('person');
    run.stop('server');
    expect(() => run.goOn()).toThrow(new Ended('person'));
    run.stop('loss');
    expect(() => run.goOn()).toThrow(new Ended('loss'));
    expect(run.signal.aborted).toBe(true);
  });
});
