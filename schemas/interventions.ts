/** Facts about interventions that server and browser share and that no schema can express. */

/** Types of states (`id_tipo_stato_odl`). */
export const OPENING = 1;
export const CANCELLATION = 2;
export const PROCESSING = 3;
export const CLOSING = 4;
export const SUSPENSION = 5;

/** The code of each type of states in replies. */
export const STATE_TYPE_CODES: Record<number, string> = {
  [OPENING]: 'AP',
  [CANCELLATION]: 'AN',
  [PROCESSING]: 'LA',
  [CLOSING]: 'CH',
  [SUSPENSION]: 'SO',
};

const OVER = [CANCELLATION, CLOSING];
/** Returns whether the work has ended in states of this type. */
export const isOver = (type: number): boolean => OVER.includes(type);
/** The same test in SQL: `id_tipo_stato_odl in ${OVER_SQL}`. */
export const OVER_SQL = `(${OVER.join(', ')})`;

/** The state codes with a fixed meaning. A plant may add other codes. */
export const OPEN_CODE = 'AP';
export const ASSIGNED_CODE = 'AS';
export const CLOSED_CODE = 'CH';
export const INVOICED_CODE = 'FA';

/** The parent, in the structure of states, of the states that a new intervention can have. */
export const NO_STATE = -1;

/**
 * How interventions are created (`id_tipo_odl`): once; periodically, where closing one creates the next; or for a
 * whole period.
 */
export const SINGLE = 1;
export const PERIODIC = 2;
export const DUPLICATED = 3;

/** Kinds of figures on the dashboard (`tipo`). */
export const BY_STATE = 1;
export const LATE = 2;
export const BY_MONTH = 3;

/** The value that gives a row its colour (`tipoColore`). */
export const COLOUR_OF = { type: '1', state: '2', technician: '3', frequency: '4' } as const;
export type ColourOf = (typeof COLOUR_OF)[keyof typeof COLOUR_OF];

/** The flags of cost lines. Income is charged to a customer and visible to every user, an expense is not. */
export const INCOME = 1;
export const EXPENSE = 2;

/** The object that a field of the job report describes (`provenienza`). */
export const OF_INTERVENTION = 1;
export const OF_ASSET = 2;

/** The people who sign a job report, and the settings that decide who must sign. */
export const SIGNERS = ['tecnico', 'segnalatore'] as const;
export type Signer = (typeof SIGNERS)[number];
export const SIGNATURE_SETTINGS: Record<Signer, string> = {
  tecnico: 'RappFirmaTecnico',
  segnalatore: 'RappFirmaSegnalatore',
};
export const SIGNATURE_NOT_USED = '0';
export const SIGNATURE_REQUIRED = '2';

/** The folder in which the documents of an intervention have its job reports. */
export const REPORT_FOLDER = 'Rapportini';

/** The value of the setting BlockAssigned that asks about a busy technician instead of refusing. */
export const BLOCK_ASKS = '2';

/** The setting that decides whether an assignment names a user who is notified by mail. */
export const NOTIFIES = 'UserMailNotif';
export const NOTIFIES_NEVER = '0';
export const NOTIFIES_ALWAYS = '2';

/** Returns whether taking over the intervention changes its state, from an opening state to the assigned state. */
export const entersAssigned = ({
  id_tipo_stato_odl: type,
  cod_stato: code,
}: {
  id_tipo_stato_odl?: unknown;
  cod_stato?: unknown;
}): boolean => type === OPENING && code !== ASSIGNED_CODE;
