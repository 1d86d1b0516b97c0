/** What the types of states mean to the home. */

import { CLOSING } from '../../schemas/interventions.ts';
import type { Named } from './calls.ts';

/** The states that close, as the list's filter has several; nothing while they are not known. */
export const closingIds = (states: Named[] | undefined): string | undefined =>
  states
    ?.filter(({ id_tipo_stato_odl: type }) => type === CLOSING)
    .map(({ id }) => id)
    .join(',');
