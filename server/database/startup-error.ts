/** The server cannot start with this configuration; the message says what to do and holds no secret. */
export class StartupError extends Error {
  override name = 'StartupError';
}

/** The database did not answer in time. Nothing was acknowledged; the caller may try again. */
export class EngineBusy extends Error {
  override name = 'EngineBusy';
}

/** The connection was lost during a write: it is unknown whether the write was committed. */
export class OutcomeUnknown extends EngineBusy {
  override name = 'OutcomeUnknown';
}

/** Returns the SQLSTATE of a PostgreSQL error, or the code of a system error. */
export const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
