/** The organisations and departments that limit a user's rows. */

/** The ids that limit a user's rows, by dimension; see x-scope. */
export type Scopes = Record<string, number[] | 'all'>;

/** Returns whether the user has no organisation and no department, and so sees no limited row, of all of them neither. */
export const isUnlinked = (scopes: Scopes): boolean =>
  Object.values(scopes).every((ids) => ids !== 'all' && ids.length === 0);
