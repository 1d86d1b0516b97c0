/** The signed-in user of a call, for access checks and handlers. */
import type { KnownPerson } from '../../schemas/access.ts';
import type { Text } from '../../schemas/language.ts';

/** The user of a call. `scopes` contains the ids that limit their rows, by dimension. 'all' means no limit. */
export interface User extends KnownPerson {
  name: string;
  role: string;
  /** The role's name in other languages. */
  roleNames?: Partial<Text> | null;
  roleId: number;
  scopes: Record<string, number[] | 'all'>;
}
