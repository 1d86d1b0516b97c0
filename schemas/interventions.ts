/** What server and browser both know of interventions and no word of a file can say: by what their states are told apart. */

/** The types of states, `id_tipo_stato_odl`. */
export const OPENING = 1;
export const CANCELLATION = 2;
export const PROCESSING = 3;
export const CLOSING = 4;
export const SUSPENSION = 5;

const OVER = [CANCELLATION, CLOSING];
/** A type of states in which nobody works on it any more. */
export const isOver = (type: number): boolean => OVER.includes(type);
/** The same in SQL: `id_tipo_stato_odl in ${OVER_SQL}`. */
export const OVER_SQL = `(${OVER.join(', ')})`;

/** The codes of the states that mean something to the product; a plant names others as it likes. */
export const OPEN_CODE = 'AP';
export const ASSIGNED_CODE = 'AS';
export const CLOSED_CODE = 'CH';
export const INVOICED_CODE = 'FA';

/** What it was made by, `id_tipo_odl`: the last to be over makes the next, or a period makes them all. */
export const PERIODIC = 2;
export const DUPLICATED = 3;

/** Results by which a change asks back: the technician is busy, the state wants a job report. */
export const BLOCKED = -9;
export const REPORT_NEEDED = -11;
/** Of the setting BlockAssigned: a technician who is busy is asked about, and not refused. */
export const BLOCK_ASKS = '2';
