/** Helpers for caught values, which need not be errors. */

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns the code of an error of the system, the database or a library, such as 'ENOENT'. */
export const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** Returns the caught value as an Error. */
export const errorOf = (error: unknown): Error =>
  error instanceof Error ? error : new Error(messageOf(error), { cause: error });
