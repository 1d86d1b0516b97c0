/** What a caught error says: whatever is thrown may be caught, also what is no Error. */

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The code of an error of the system, of the database or of a library: 'ENOENT'. */
export const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** What was thrown, as an Error. */
export const errorOf = (error: unknown): Error =>
  error instanceof Error ? error : new Error(messageOf(error), { cause: error });
