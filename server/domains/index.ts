/** The areas that need more than a schema, in one list: their rules and their calls. */
import type { Schemas } from '../../schemas/read-schemas.ts';
import type { RulesByResource } from '../capabilities/rules.ts';
import type { Call } from '../http/call.ts';
import type { Sessions } from '../http/session.ts';
import { infoCalls } from './info/index.ts';
import { sessionCalls, sessionRules } from './sessions/index.ts';

export interface DomainParts {
  schemas: Schemas;
  sessions: Sessions;
  version: string;
  /** The data folder. */
  folder: string;
}

export function domainsOf({ sessions, folder }: DomainParts): { rules: RulesByResource[]; calls: Call[] } {
  return {
    rules: [sessionRules(sessions)],
    calls: [...sessionCalls(sessions), ...infoCalls({ folder })],
  };
}
