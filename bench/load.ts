/** HTTP load from this process: a number of parallel clients on keep-alive connections, for a fixed time. */
import { Agent, request } from 'node:http';

export interface Shot {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Receives the status of the reply; returns whether an error status is expected. */
  took?(status: number): boolean;
}

export interface Load {
  count: number;
  perSecond: number;
  median: number;
  p95: number;
}

function send(port: number, agent: Agent, shot: Shot): Promise<string> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', path, headers = {}, body, took } = shot;
    const sent = request({ host: '127.0.0.1', port, agent, method, path, headers }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (part) => {
        text += part;
      });
      reply.on('end', () =>
        (took ? took(reply.statusCode!) : reply.statusCode! < 400)
          ? resolve(text)
          : reject(new Error(`${method} ${path}: ${reply.statusCode} ${text.slice(0, 300)}`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

export const once = (port: number, shot: Shot): Promise<string> => send(port, new Agent(), shot);

export const quantile = (values: number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!;

export const median = (values: number[]): number => quantile(values, 0.5);

/** Alternates the servers, so that other load on the machine affects both; the first round warms up. */
export async function alternated(
  rounds: number,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<{ ours: number; bare: number }> {
  const [mine, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    mine.push(await ours());
    theirs.push(await bare());
  }
  return { ours: median(mine.slice(1)), bare: median(theirs.slice(1)) };
}

export async function load(
  port: number,
  clients: number,
  milliseconds: number,
  next: (index: number) => Shot,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  const end = performance.now() + milliseconds;
  let index = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      const started = performance.now();
      await send(port, agent, next(index++));
      times.push(performance.now() - started);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - begun) / 1000;
  agent.destroy();
  return {
    count: times.length,
    perSecond: times.length / seconds,
    median: quantile(times, 0.5),
    p95: quantile(times, 0.95),
  };
}
