/** One contact of this device at a time, and none while the user signs out, because the server would refuse its token. */
const LOCK = 'officina.device';
/** A contact that takes longer does not hold up the sign-out. */
const MOST_MS = 2000;

/** Makes a contact after those of other tabs. */
export const oneContact = (contact: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(LOCK, contact) : contact();

/** Does something after a running contact, and before the next one. */
export async function betweenContacts(work: () => Promise<void>): Promise<void> {
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return work();
  };
  if (!navigator.locks) return begin();
  try {
    await navigator.locks.request(LOCK, { signal: AbortSignal.timeout(MOST_MS) }, begin);
  } catch (error) {
    if (isBegun) throw error;
    await begin();
  }
}
