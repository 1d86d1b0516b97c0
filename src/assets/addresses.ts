/** The addresses of this area that no entity has. */
export const ADD_RECOMMENDED = '/add-ricambio-consigliato/:idOggetto?';
export const ASSET_WITHOUT_ID = '/dettaglio-oggetto';

export const RECOMMENDED_TAB = 'ricambi-consigliati';

export const recommendedAddress = (asset: number): string =>
  ADD_RECOMMENDED.replace(':idOggetto?', String(asset));
