/** Reads that look only on the device, and the writes after which they must not. */
import { describe, expect, it } from 'vitest';
import { isBeforeWrite, isOnDevice, readOnDevice, wrote } from '../../dataProvider/stored-first.ts';

describe('reads on the device', () => {
  it('are recognised by their signal', async () => {
    const seen = await readOnDevice(async (signal) => isOnDevice(signal));
    expect(seen).toBe(true);
    expect(isOnDevice(new AbortController().signal)).toBe(false);
    expect(isOnDevice(undefined)).toBe(false);
  });

  it('do not return what was requested before a write to the same record', () => {
    const before = Date.now() - 1;
    wrote('/odl/12/checklist/3');
    expect(isBeforeWrite('/odl/12', before)).toBe(true);
    expect(isBeforeWrite('/odl/12/ricambio/?pag=1', before)).toBe(true);
    expect(isBeforeWrite('/odl/12', Date.now() + 1)).toBe(false);
    expect(isBeforeWrite('/odl/123', before)).toBe(false);
    expect(isBeforeWrite('/odl/', before)).toBe(false);
  });
});
