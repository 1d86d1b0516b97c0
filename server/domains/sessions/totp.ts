/** Codes that change every 30 seconds (RFC 6238), as authenticator apps make them: HMAC-SHA-1, six digits. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** A clock may be a step early or late. */
const DRIFT = [0, -1, 1];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const ISSUER = 'Officina';

/** RFC 4648, without the padding that apps do not ask for. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => LETTERS[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export const newSecret = (): string => base32(randomBytes(SECRET_BYTES));

export const stepAt = (moment: number): number => Math.floor(moment / STEP_MS);

export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

const same = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** The step this code belongs to; undefined when it is none of now, or not later than the last one used. */
export function stepOf(secret: string, code: string, now: number, last: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  return DRIFT.map((drift) => stepAt(now) + drift).find(
    (step) => step > last && same(codeAt(secret, step), code),
  );
}

/** What the QR code holds. */
export function addressFor(account: string, secret: string): string {
  const label = `${ISSUER}:${account}`;
  return `otpauth://totp/${encodeURIComponent(label)}?secret=${secret}&issuer=${ISSUER}`;
}
