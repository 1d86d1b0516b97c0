/** What may follow what: the rows of the state structure, asked for a role and an intervention type. Pure. */

export const NONE = -1;
const ALL = -1;
/** Of whatever type the intervention is, or becomes. */
export const ANY = 'any';

/** A row of the structure below one parent; -1 is every role, every type. */
export interface Passage {
  stato: number;
  ruolo: number;
  tipo: number;
}

export interface Asked {
  /** The role of the person; undefined is the product itself, which has every role. */
  role: number | undefined;
  type: number | null | typeof ANY;
  /** The type that stands for all of them. */
  everyType: number | null;
}

const suitsRole = ({ ruolo }: Passage, { role }: Asked): boolean =>
  ruolo === ALL || role === undefined || ruolo === role;

const suitsType = ({ tipo }: Passage, { type, everyType }: Asked): boolean =>
  type === ANY || tipo === ALL || tipo === type || tipo === everyType;

/** The states that may follow: any row that suits is enough. */
export const reachable = (passages: Passage[], asked: Asked): Set<number> =>
  new Set(passages.filter((row) => suitsRole(row, asked) && suitsType(row, asked)).map(({ stato }) => stato));

export type Obstacle = 'role' | 'type' | 'structure';

/** Undefined when the state may follow. */
export function obstacleTo(state: number, passages: Passage[], asked: Asked): Obstacle | undefined {
  const there = passages.filter(({ stato }) => stato === state);
  if (there.some((row) => suitsRole(row, asked) && suitsType(row, asked))) return undefined;
  if (there.some((row) => suitsType(row, asked))) return 'role';
  return there.length > 0 ? 'type' : 'structure';
}
