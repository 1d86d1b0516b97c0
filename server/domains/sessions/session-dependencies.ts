/** The dependencies of the calls in this folder. */
import type { Family } from '../../../schemas/access.ts';
import type { Queryable } from '../../database/engine.ts';
import type { Sessions } from '../../http/session.ts';
import type { NoteFactor } from './factor-history.ts';
import type { Addresses } from './link-addresses.ts';

/** The checks of the licence for users who sign in. */
export interface Licensing {
  requireSeat(database: Queryable, family: Family): Promise<void>;
  requireKeySeat(database: Queryable, userId: number): Promise<void>;
  isLicenceOver(database: Queryable, today: string): Promise<boolean>;
}

export interface Parts {
  sessions: Sessions;
  addresses: Addresses;
  licensing: Licensing;
  noteFactor: NoteFactor;
}
