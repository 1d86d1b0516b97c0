/**
 * The first row of a list after a full load, on a phone with a processor four times slower and a line of 1.6 Mbit/s,
 * beside a react-admin application with nothing but the same list.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { median } from './load.ts';
import { launch } from './pages.ts';
import type { Plant } from './plants.ts';
import type { Figure } from './report.ts';
import { signedIn } from './signed-in.ts';

const ROUNDS = 5;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SLOWER = 4;
const MOST_OF_BARE = 1.15;
const MOST_AGAIN = 1 / 3;

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html' };

/** Serves the built application with its compressed files, and passes calls on to the plant. */
function serve(folder: string, plant: Plant): Promise<Server> {
  const server = createServer((incoming, reply) => {
    const { url = '/', method, headers } = incoming;
    if (url.startsWith('/api/')) {
      const passed = request(
        { host: '127.0.0.1', port: plant.port, path: url, method, headers },
        (answer) => {
          reply.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(reply);
        },
      );
      incoming.pipe(passed);
      return;
    }
    const file = extname(url) in TYPES ? url : '/index.html';
    const caching = file.endsWith('.js') ? 'public, max-age=31536000, immutable' : 'no-cache';
    reply.writeHead(200, {
      'content-type': TYPES[extname(file)],
      'content-encoding': 'gzip',
      'cache-control': caching,
    });
    reply.end(gzipSync(readFileSync(join(folder, file))));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const portOf = (server: Server): number => (server.address() as { port: number }).port;

/** Returns the milliseconds until the first row of a new browser, and of the same page loaded again. */
async function load(
  browser: Browser,
  { address, row, token }: { address: string; row: string; token: string },
): Promise<[number, number]> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  await context.addInitScript((value) => localStorage.setItem('access_token', value), token);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', LINE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const first = async (go: () => Promise<unknown>): Promise<number> => {
    const began = performance.now();
    await go();
    await page.locator(row).first().waitFor();
    return performance.now() - began;
  };
  const times: [number, number] = [
    await first(() => page.goto(address, { waitUntil: 'commit' })),
    await first(() => page.reload({ waitUntil: 'commit' })),
  ];
  await context.close();
  return times;
}

export async function firstRowFigures(plant: Plant): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'officina-bare-'));
  await build({
    root: 'bench/bare',
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true },
  });
  const server = await serve(folder, plant);
  const browser = await launch();
  try {
    const { authorization = '' } = await signedIn(plant.port);
    const token = authorization.replace('Bearer ', '');
    const sites = [
      { address: `http://127.0.0.1:${plant.port}/conf-odl`, row: 'a[href^="/dettaglio-odl/"]', token },
      { address: `http://127.0.0.1:${portOf(server)}/#/odl`, row: 'tbody tr', token },
    ];
    const times: [number, number][][] = [[], []];
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, site] of sites.entries()) times[index]!.push(await load(browser, site));
    const [ours, bare] = times.map((all) => [0, 1].map((which) => median(all.map((one) => one[which]!))));
    const [first, again] = ours as [number, number];
    const ratio = first / bare![0]!;
    return [
      {
        name: 'first row on a phone, of a bare react-admin list',
        value: `${ratio.toFixed(2)}x (${first.toFixed(0)} of ${bare![0]!.toFixed(0)} ms)`,
        target: `<= ${MOST_OF_BARE}x`,
        met: ratio <= MOST_OF_BARE,
      },
      {
        name: 'again, of the first time',
        value: `${(again / first).toFixed(2)}x (${again.toFixed(0)} ms; bare ${bare![1]!.toFixed(0)} ms)`,
        target: '<= 0.33x',
        met: again <= first * MOST_AGAIN,
      },
    ];
  } finally {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true });
  }
}
