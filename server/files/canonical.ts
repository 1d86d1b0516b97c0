/** Fingerprints of values: SHA-256 of their canonical form (schemas/canonical.ts). */
import { createHash } from 'node:crypto';
import { canonical } from '../../schemas/canonical.ts';

/** Returns 64 hexadecimal digits. */
export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Returns the fingerprint. It is the same for equal values, in any order of properties. */
export const fingerprint = (value: unknown): string => sha256(canonical(value));
