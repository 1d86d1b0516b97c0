const LONGEST = 200;

/** Returns 'Type - asset', or the part that is set. */
export const descriptionOf = (type: string | undefined, asset: unknown): string =>
  [type, asset]
    .filter((text) => typeof text === 'string' && text !== '')
    .join(' - ')
    .slice(0, LONGEST);

interface ProposedType {
  id: number;
  is_default?: number;
}

/** Returns the type of the asset, if it can be chosen, or else the usual type of the plant. */
export const proposedType = (types: ProposedType[] | undefined, ofAsset: unknown): number | undefined =>
  types?.find(({ id }) => id === ofAsset)?.id ?? types?.find(({ is_default: first }) => first === 1)?.id;
