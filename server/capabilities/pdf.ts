/**
 * PDF documents, made beside the server's own work: one after the other, each within a time and a memory. The thread
 * that makes them takes longer to start than most documents take, so that it waits a while for the next.
 */
import { Worker } from 'node:worker_threads';
import { Problem } from '../http/problem.ts';

export interface PdfParts {
  /** As pdfmake reads it. */
  document: Record<string, unknown>;
  /** Pictures of QR codes that the document names: what each holds. */
  codes?: Record<string, string>;
  /** At the foot of each page, with {page} and {pages} filled in. */
  footer?: string;
  /** Lines between the rows of tables, by a name that the document uses. */
  layouts?: Record<string, TableLayout>;
}

export interface TableLayout {
  width: number;
  colour: string;
  /** The first line that is drawn: 0 is above the first row. */
  from: number;
  /** Between a line and the texts. */
  padding: number;
}

const MOST_MS = 120_000;
const MOST_MB = 512;
const IDLE_MS = 60_000;

let waiting: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

function start(): Worker {
  const worker = new Worker(new URL('./pdf-worker.mjs', import.meta.url), {
    // No execArgv: the thread needs none of the loaders this process may run under.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
  });
  worker.on('exit', () => {
    if (waiting === worker) waiting = undefined;
  });
  // What it throws while nobody waits for a document ends it, and nothing else.
  worker.on('error', () => undefined);
  return worker;
}

/** For the next document: nobody stays alive for it. */
function keep(worker: Worker): void {
  waiting = worker;
  worker.unref();
  clearTimeout(idle);
  idle = setTimeout(() => worker.terminate(), IDLE_MS);
  idle.unref();
}

type Answer = { bytes: Uint8Array } | { error: Error };

function makeIn(worker: Worker, parts: PdfParts): Promise<Answer> {
  return new Promise<Answer>((settle, reject) => {
    const late = setTimeout(() => {
      end();
      reject(new Problem(503, 'busy'));
      worker.terminate();
    }, MOST_MS);
    const onMessage = (answer: Answer): void => {
      end();
      settle(answer);
    };
    const onError = (error: unknown): void => {
      end();
      reject(error);
    };
    const onExit = (): void => onError(new Error('the PDF thread ended without a document'));
    const end = (): void => {
      clearTimeout(late);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(parts);
  });
}

async function make(parts: PdfParts): Promise<Buffer> {
  clearTimeout(idle);
  const worker = waiting ?? start();
  waiting = undefined;
  worker.ref();
  const answer = await makeIn(worker, parts);
  keep(worker);
  if ('error' in answer) throw answer.error;
  return Buffer.from(answer.bytes.buffer);
}

let last: Promise<unknown> = Promise.resolve();

export function makePdf(parts: PdfParts): Promise<Buffer> {
  const mine = last.then(() => make(parts));
  last = mine.catch(() => undefined);
  return mine;
}

/** Somebody is about to want one: meanwhile the thread starts, and tries itself on an empty page. */
export function expectPdf(): void {
  if (!waiting) makePdf({ document: { content: [''] } }).catch(() => undefined);
}
