/** State types, codes and results of interventions that both server and browser need and no schema can express. */

export const OPENING = 1;
export const CANCELLATION = 2;
export const PROCESSING = 3;
export const CLOSING = 4;
export const SUSPENSION = 5;

const OVER = [CANCELLATION, CLOSING];
/** Checks for a type of states in which the work has ended. */
export const isOver = (type: number): boolean => OVER.includes(type);
/** The same test in SQL: `id_tipo_stato_odl in ${OVER_SQL}`. */
export const OVER_SQL = `(${OVER.join(', ')})`;

/** The state codes with a fixed meaning; a plant may add others. */
export const OPEN_CODE = 'AP';
export const ASSIGNED_CODE = 'AS';
export const CLOSED_CODE = 'CH';
export const INVOICED_CODE = 'FA';

/**
 * How periodic interventions arise (`id_tipo_odl`): each closed one creates the next, or a period creates them all.
 */
export const PERIODIC = 2;
export const DUPLICATED = 3;

/** Results by which the server asks back: the technician is busy, the state needs a job report. */
export const BLOCKED = -9;
export const REPORT_NEEDED = -11;
/** Value of the setting BlockAssigned that asks about a busy technician instead of refusing. */
export const BLOCK_ASKS = '2';
