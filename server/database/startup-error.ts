/**
 * Is thrown if the server cannot start with this configuration. The message says what to do, and contains no
 * secret.
 */
export class StartupError extends Error {
  override name = 'StartupError';
}

/** Is thrown if the database did not answer in time. No write was confirmed, so the caller may try again. */
export class EngineBusy extends Error {
  override name = 'EngineBusy';
}

/** Is thrown if the connection was lost during a write, so that it is unknown whether the write was committed. */
export class OutcomeUnknown extends EngineBusy {
  override name = 'OutcomeUnknown';
}

/** Returns the SQLSTATE of a PostgreSQL error, or the code of a system error. */
export const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
