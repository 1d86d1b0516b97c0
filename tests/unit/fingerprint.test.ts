/** The fingerprint of a file without the browser's own hash function. */
import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { fingerprintOf, ownFingerprint } from '../../dataProvider/fingerprint.ts';

const reference = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

it('is SHA-256, of whatever length', async () => {
  for (const length of [0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 1000, 70_001]) {
    const bytes = new Uint8Array(randomBytes(length));
    expect(ownFingerprint(bytes), String(length)).toBe(reference(bytes));
    expect(await fingerprintOf(bytes), String(length)).toBe(reference(bytes));
  }
});
