/** What the types of states mean to the home. */
import type { Named } from './calls.ts';

const CLOSING = 4;

/** The states that close, as the list's filter has several; nothing while they are not known. */
export const closingIds = (states: Named[] | undefined): string | undefined =>
  states
    ?.filter(({ id_tipo_stato_odl: type }) => type === CLOSING)
    .map(({ id }) => id)
    .join(',');
