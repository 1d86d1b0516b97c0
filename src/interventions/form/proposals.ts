const LONGEST = 200;

/** Returns 'Type - asset', or the part that is set. */
export const descriptionOf = (type: string | undefined, asset: unknown): string =>
  [type, asset]
    .filter((text) => typeof text === 'string' && text !== '')
    .join(' - ')
    .slice(0, LONGEST);
