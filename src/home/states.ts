import { CLOSING } from '../../schemas/interventions.ts';
import type { NamedRow } from './home-calls.ts';

/** Returns the ids of the closing states as a filter value; undefined while the states load. */
export const closingIds = (states: NamedRow[] | undefined): string | undefined =>
  states
    ?.filter(({ id_tipo_stato_odl: type }) => type === CLOSING)
    .map(({ id }) => id)
    .join(',');
