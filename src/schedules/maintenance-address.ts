/** The address of a new maintenance of an asset. The user chooses the schedule in the form. */
import { formAddress } from '../../resources/context/routes.ts';
import type { Entity } from '../../schemas/entity.ts';

const ASSET = 'idOggetto';

export const maintenanceOf = (maintenances: Entity, asset: number): string =>
  `${formAddress(maintenances)}?${ASSET}=${asset}`;

/** Returns the asset that the address names. */
export const assetIn = (search: URLSearchParams): number | undefined =>
  Number(search.get(ASSET)) || undefined;
