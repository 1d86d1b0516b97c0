/** Addresses of this area that belong to no entity. */
export const ADD_RECOMMENDED = '/add-ricambio-consigliato/:idOggetto?';
export const ASSET_WITHOUT_ID = '/dettaglio-oggetto';

export const RECOMMENDED_TAB = 'ricambi-consigliati';

export const recommendedAddress = (asset: number): string =>
  ADD_RECOMMENDED.replace(':idOggetto?', String(asset));
