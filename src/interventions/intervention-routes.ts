/** Addresses of this area that belong to no entity. */
import { fillRoute } from '../../resources/context/routes.ts';
import type { Row } from '../../schemas/entity.ts';

export const OPEN_ON_ASSET = '/apri-odl/:idClasse?/:idOggetto?/:dataPrevista?';
export const OPEN_ON_DAY = '/apri-odl-calendario/:dataPrevista?';
export const REPORT_FAULT = '/segnala-guasto/:idOggetto?';
export const LIST_BY_STATE = '/list-odl/:stato?';
/** The call that answers the columns of the list. */
export const LIST_COLUMNS = '/odl/gridconfig/';

/** Returns the address of the form of a new intervention on an asset. */
export const workOn = ({ id_classe, id }: Row): string =>
  fillRoute(OPEN_ON_ASSET, [Number(id_classe), Number(id)]);

/** Returns the address of the page that first asks which asset has the fault. */
export const reportFault = (): string => fillRoute(REPORT_FAULT, []);

/** The state of the navigation after that question, to which Back then returns. */
export const CHOSEN_ASSET = { chosen: true };

/** Returns the address of the short form for a fault of an asset. */
export const reportFaultOn = ({ id }: Row): string => fillRoute(REPORT_FAULT, [Number(id)]);
