/** Codes that change every 30 seconds (RFC 6238), like those of authenticator apps: HMAC-SHA-1, six digits. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** The accepted steps: a clock may be one step early or late. */
const DRIFT = [0, -1, 1];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const ISSUER = 'Officina';

/** Encodes bytes by RFC 4648, without padding, which apps do not need. */
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

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Returns the step of a code. Returns undefined if the code is not current, or not later than the last one used. */
export function stepOf(secret: string, code: string, now: number, last: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  return DRIFT.map((drift) => stepAt(now) + drift).find(
    (step) => step > last && isEqual(codeAt(secret, step), code),
  );
}

/** Returns the content of the QR code. */
export function addressFor(account: string, secret: string): string {
  const label = `${ISSUER}:${account}`;
  return `otpauth://totp/${encodeURIComponent(label)}?secret=${secret}&issuer=${ISSUER}`;
}
