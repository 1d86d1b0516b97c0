/** The device that makes a call without a session. */
import { ACCESS_INVALID } from '../../../schemas/results.ts';
import type { Context } from '../../http/call.ts';
import { unauthenticated } from '../../http/problem.ts';
import type { Limits } from '../../http/rate-limit.ts';
import { readId } from '../../requests/ids.ts';
import { deviceById, isFrom, type KnownDevice, type Locks } from './device-keys.ts';

/** The number of calls without a valid signature that an address may make per minute. */
const FAILURES_A_MINUTE = 20;

/** Returns the device. Throws if the call has no signature of this device. */
export type CallingDevice = (
  context: Pick<Context, 'database' | 'params' | 'token' | 'address'>,
) => Promise<KnownDevice>;

export function callingDeviceOf(locks: Locks, limits: Limits): CallingDevice {
  const attempts = limits.attempts('device', FAILURES_A_MINUTE);
  return ({ database, params, token, address }) =>
    attempts.run(address, async () => {
      const device = await deviceById(database, locks, readId(params.id));
      if (!device || !isFrom(device, token)) throw unauthenticated(ACCESS_INVALID, 'device-unknown');
      return device;
    });
}
