const LONGEST = 200;

/** 'Type - asset', or as much of it as is known. */
export const descriptionOf = (type: string | undefined, asset: unknown): string =>
  [type, asset]
    .filter((text) => typeof text === 'string' && text !== '')
    .join(' - ')
    .slice(0, LONGEST);
