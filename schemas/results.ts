/** The results of a reply's envelope, which server and browser both read. */

export const DONE = 0;
export const REFUSED = -1;

/** Questions: the server can do it, but first needs an answer. */

/** Needs a yes: for example, the technician is busy at that time. */
export const BLOCKED = -9;
/** The state needs a job report, or a newer one. */
export const REPORT_NEEDED = -11;
/** The password was right; the user must now enter a second factor, or set one up. */
export const SECOND_STEP = -12;

/** No session: access token missing or expired; refresh token or user no longer valid; a newer session of the same user. */
export const ACCESS_INVALID = -100;
export const REFRESH_INVALID = -101;
export const SESSION_REPLACED = -102;
export type NoSession = typeof ACCESS_INVALID | typeof REFRESH_INVALID | typeof SESSION_REPLACED;

/** Every result except `DONE`. */
export const REFUSALS = [
  ...[REFUSED, BLOCKED, REPORT_NEEDED, SECOND_STEP],
  ...[ACCESS_INVALID, REFRESH_INVALID, SESSION_REPLACED],
];
