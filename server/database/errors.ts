/** The server cannot start as it is configured; the message says what to do and holds no secret. */
export class StartupError extends Error {
  override name = 'StartupError';
}

/** The database did not answer in time. What was asked was not acknowledged; the call may be made again. */
export class EngineBusy extends Error {
  override name = 'EngineBusy';
}

/** The connection broke off while something was saved: nobody knows whether it was. */
export class OutcomeUnknown extends EngineBusy {
  override name = 'OutcomeUnknown';
}

/** The SQLSTATE of an error of PostgreSQL, or the code of a system error. */
export const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
