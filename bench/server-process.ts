/** A server of `*-server.ts` as a process of its own, and the facts that it prints when it listens. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const READY = 'ready ';

export const printReady = (facts: object): void => console.log(`${READY}${JSON.stringify(facts)}`);

export async function startServer<Facts>(
  script: string,
  ...parameters: (string | number)[]
): Promise<Facts & { child: ChildProcess }> {
  const child = spawn(process.execPath, ['--import', 'tsx', `bench/${script}`, ...parameters.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const facts = await new Promise<Facts>((resolve, reject) => {
    createInterface({ input: child.stdout }).on(
      'line',
      (line) => line.startsWith(READY) && resolve(JSON.parse(line.slice(READY.length))),
    );
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return { ...facts, child };
}
