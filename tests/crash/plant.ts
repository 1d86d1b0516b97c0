/** A server in its own process, to kill and restart on the same data, and calls that may be interrupted. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '../../server/domains/sessions/demo-accounts.ts';
import { freePort } from '../processes/free-port.ts';
import { binaries, PostgresServer } from '../processes/postgres-server.ts';
import { program } from '../processes/program.ts';

export const pause = (milliseconds: number) => new Promise((later) => setTimeout(later, milliseconds));
export const between = (from: number, to: number) => from + Math.random() * (to - from);

export class Plant {
  #process: ChildProcess | undefined;

  constructor(
    readonly folder: string,
    readonly url: string | undefined,
    readonly port: number,
  ) {}

  get api(): string {
    return `http://127.0.0.1:${this.port}/api/cmms`;
  }

  async start(): Promise<void> {
    this.#process = spawn(
      process.execPath,
      [...program('server/main.ts'), '--port', String(this.port), '--data', this.folder],
      {
        stdio: 'ignore',
        env: {
          ...process.env,
          DATABASE_URL: this.url ?? '',
          OFFICINA_LOG: 'silent',
          OFFICINA_DEMO_YEAR: '0',
        },
      },
    );
    for (let attempt = 0; attempt < 1_200; attempt++) {
      const answers = await fetch(`http://127.0.0.1:${this.port}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (answers) return;
      if (this.#process.exitCode !== null) throw new Error('the server did not start');
      await pause(50);
    }
    throw new Error('the server does not answer');
  }

  async kill(): Promise<void> {
    const server = this.#process;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const exited = new Promise((exit) => server.once('exit', exit));
    server.kill('SIGKILL');
    await exited;
  }
}

/** Returns undefined if the server is down or dies during the call. */
export async function call(plant: Plant, token: string, path: string, init: RequestInit = {}) {
  try {
    const reply = await fetch(`${plant.api}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
    return { status: reply.status, ...((await reply.json()) as { data: Record<string, unknown> }) };
  } catch {
    return undefined;
  }
}

export async function signIn(plant: Plant): Promise<string> {
  const reply = await fetch(`${plant.api}/utente/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'superadmin@officina.example', pwd: DEMO_PASSWORD }),
  });
  return ((await reply.json()) as { data: { access_token: string } }).data.access_token;
}

/** Runs a crash test on each available engine. */
export async function onEachEngine<F>(torture: (engine: string, plant: Plant) => Promise<F>): Promise<F[]> {
  const on = async (engine: string, url: string | undefined): Promise<F> => {
    const plant = new Plant(mkdtempSync(join(tmpdir(), 'officina-crash-')), url, await freePort());
    try {
      return await torture(engine, plant);
    } finally {
      await plant.kill();
      rmSync(plant.folder, { recursive: true, force: true });
    }
  };
  const results = [await on('embedded', undefined)];
  const bin = binaries();
  if (!bin) return results;
  const postgres = await PostgresServer.make(bin);
  try {
    await postgres.start();
    results.push(await on('server', postgres.url));
  } finally {
    await postgres.remove();
  }
  return results;
}
