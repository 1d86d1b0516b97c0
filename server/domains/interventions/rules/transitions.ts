/**
 * The allowed order of states: rows of the structure of states, by role and intervention type. Has no side effects.
 */

/** The value of a row that applies to every role, or to every type. */
const ALL = -1;
/** Any type of intervention. */
export const ANY = 'any';

/** A row of the structure below one parent; -1 means all roles, or all types. */
export interface Passage {
  stato: number;
  ruolo: number;
  tipo: number;
}

export interface TransitionRequest {
  /** The role of the user; undefined is the server itself, which counts as every role. */
  role: number | undefined;
  type: number | null | typeof ANY;
  /** The type that means all types. */
  everyType: number | null;
}

const suitsRole = ({ ruolo }: Passage, { role }: TransitionRequest): boolean =>
  ruolo === ALL || role === undefined || ruolo === role;

const suitsType = ({ tipo }: Passage, { type, everyType }: TransitionRequest): boolean =>
  type === ANY || tipo === ALL || tipo === type || tipo === everyType;

/** Returns the states that may follow. One suitable row is enough for a state. */
export const reachable = (passages: Passage[], request: TransitionRequest): Set<number> =>
  new Set(
    passages.filter((row) => suitsRole(row, request) && suitsType(row, request)).map(({ stato }) => stato),
  );

export type Obstacle = 'role' | 'type' | 'structure';

/** Returns why the state may not follow; undefined if it may. */
export function obstacleTo(
  state: number,
  passages: Passage[],
  request: TransitionRequest,
): Obstacle | undefined {
  const rowsOfState = passages.filter(({ stato }) => stato === state);
  if (rowsOfState.some((row) => suitsRole(row, request) && suitsType(row, request))) return undefined;
  if (rowsOfState.some((row) => suitsType(row, request))) return 'role';
  return rowsOfState.length > 0 ? 'type' : 'structure';
}
