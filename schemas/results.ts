/** The results in the envelope of a reply. Server and browser read them. */

export const DONE = 0;
export const REFUSED = -1;

/** Questions: the server can perform the call, but needs an answer first. */

/** The call needs a confirmation, for example because the technician is busy at that time. */
export const BLOCKED = -9;
/** The state needs a job report, or a newer one. */
export const REPORT_NEEDED = -11;
/** The password was correct. The user must now enter a second factor, or set one up. */
export const SECOND_STEP = -12;

/**
 * There is no session: the access token is missing or expired, the refresh token or the user is no longer valid, or
 * the same user has a newer session.
 */
export const ACCESS_INVALID = -100;
export const REFRESH_INVALID = -101;
export const SESSION_REPLACED = -102;
export type NoSession = typeof ACCESS_INVALID | typeof REFRESH_INVALID | typeof SESSION_REPLACED;

/** Every result except `DONE`. */
export const REFUSALS = [
  ...[REFUSED, BLOCKED, REPORT_NEEDED, SECOND_STEP],
  ...[ACCESS_INVALID, REFRESH_INVALID, SESSION_REPLACED],
];
