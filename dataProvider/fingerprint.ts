/**
 * Computes SHA-256 of a file in the browser. Browsers offer their own function only on https pages, and some plants
 * have no https.
 */

const WORD = 2 ** 32;
const ROUNDS = 64;

const fraction = (number: number): number => ((number % 1) * WORD) | 0;

/** Returns the constants of the standard: bits of roots of the first primes. */
function constants(): { start: number[]; round: number[] } {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < ROUNDS; candidate++)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return {
    start: primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
    round: primes.map((prime) => fraction(Math.cbrt(prime))),
  };
}

/** Pads to full blocks of 64 bytes: a bit, zeros, the length in bits. */
function padded(bytes: Uint8Array): DataView {
  const view = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  new Uint8Array(view.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  view.setUint32(view.byteLength - 8, Math.floor((bytes.length * 8) / WORD));
  view.setUint32(view.byteLength - 4, (bytes.length * 8) % WORD);
  return view;
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Expands a block into the message schedule. */
function schedule(view: DataView, at: number, words: Int32Array): void {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + i * 4);
  for (let i = 16; i < ROUNDS; i++) {
    const [early, late] = [words[i - 15] ?? 0, words[i - 2] ?? 0];
    const one = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const other = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[i] = (words[i - 16] ?? 0) + one + (words[i - 7] ?? 0) + other;
  }
}

/** Computes the hash in JavaScript. */
export function ownFingerprint(bytes: Uint8Array): string {
  const { start, round } = constants();
  const state = Int32Array.from(start);
  const view = padded(bytes);
  const words = new Int32Array(ROUNDS);
  for (let at = 0; at < view.byteLength; at += 64) {
    schedule(view, at, words);
    let [a, b, c, d, e, f, g, h] = state as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let i = 0; i < ROUNDS; i++) {
      const choice = (e & f) ^ (~e & g);
      const one =
        (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (round[i] ?? 0) + (words[i] ?? 0)) | 0;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const other = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] ?? 0) + word;
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

export async function fingerprintOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // `crypto.subtle` is undefined on pages without https, although its type does not say so.
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) return ownFingerprint(bytes);
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
