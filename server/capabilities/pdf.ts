/**
 * Makes PDF documents in a thread, one after the other, with limits on time and memory. Starting the thread takes
 * longer than making most documents, so it stays open for the next one for a while.
 */
import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '../../schemas/durations.ts';
import { Problem } from '../http/problem.ts';

export interface PdfParts {
  /** The document in the format of pdfmake. */
  document: Record<string, unknown>;
  /** The QR codes in the document: their content, by name. */
  codes?: Record<string, string>;
  /** Returns the footer of each page. {page} and {pages} are filled in. */
  footer?: string;
  /** Table layouts, by the names in the document. */
  layouts?: Record<string, TableLayout>;
}

export interface TableLayout {
  width: number;
  colour: string;
  /** The first line to draw: 0 is above the first row. */
  from: number;
  /** The distance of lines and texts. */
  padding: number;
}

const MOST_MS = 120_000;
const MOST_MB = 512;
const IDLE_MS = MINUTE_MS;

let idleWorker: Worker | undefined;
let idleTimer: NodeJS.Timeout | undefined;

function start(): Worker {
  const worker = new Worker(new URL('./pdf-worker.mjs', import.meta.url), {
    // The thread needs none of the loaders of this process, so there is no execArgv.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
  });
  worker.on('exit', () => {
    if (idleWorker === worker) idleWorker = undefined;
  });
  // An error while the thread is idle ends only the thread.
  worker.on('error', () => undefined);
  return worker;
}

/** Keeps the thread for the next document. The thread does not keep the process alive. */
function keep(worker: Worker): void {
  idleWorker = worker;
  worker.unref();
  clearTimeout(idleTimer);
  idleTimer = setTimeout(() => worker.terminate(), IDLE_MS);
  idleTimer.unref();
}

type Answer = { bytes: Uint8Array } | { error: Error };

function makeIn(worker: Worker, parts: PdfParts): Promise<Answer> {
  return new Promise<Answer>((settle, reject) => {
    const timer = setTimeout(() => {
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
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(parts);
  });
}

async function make(parts: PdfParts): Promise<Buffer> {
  clearTimeout(idleTimer);
  const worker = idleWorker ?? start();
  idleWorker = undefined;
  worker.ref();
  const answer = await makeIn(worker, parts);
  keep(worker);
  if ('error' in answer) throw answer.error;
  return Buffer.from(answer.bytes.buffer);
}

let last: Promise<unknown> = Promise.resolve();

export function makePdf(parts: PdfParts): Promise<Buffer> {
  const result = last.then(() => make(parts));
  last = result.catch(() => undefined);
  return result;
}

/** Starts the thread in advance, with an empty page. */
export function expectPdf(): void {
  if (!idleWorker) makePdf({ document: { content: [''] } }).catch(() => undefined);
}
