/** The areas that need more than a schema, in one list: their rules and their calls. */
import type { Schemas } from '../../schemas/read-schemas.ts';
import type { RulesByResource } from '../capabilities/rules.ts';
import type { Call } from '../http/call.ts';
import type { Sessions } from '../http/session.ts';
import { checklistCalls, checklistRules } from './checklists/index.ts';
import { classRules } from './classes/index.ts';
import { controlRules } from './controls/index.ts';
import { customFieldCalls, customFieldRules } from './custom-fields/index.ts';
import { infoCalls } from './info/index.ts';
import * as licence from './info/licence.ts';
import { mailTemplateRules } from './mail-templates/index.ts';
import { organisationRules } from './organisations/index.ts';
import { reportFieldCalls, reportFieldRules } from './report-fields/index.ts';
import { sessionCalls, sessionRules } from './sessions/index.ts';
import { settingCalls } from './settings/lookup.ts';
import { settingRules } from './settings/values.ts';
import { stateRules } from './states/index.ts';
import { typeRules } from './types/index.ts';
import { userRules } from './users/index.ts';

export interface DomainParts {
  schemas: Schemas;
  sessions: Sessions;
  version: string;
  /** The data folder. */
  folder: string;
}

export function domainsOf({ schemas, sessions, folder }: DomainParts): {
  rules: RulesByResource[];
  calls: Call[];
} {
  return {
    rules: [
      sessionRules(sessions),
      userRules({ requireSeat: licence.requireSeat }),
      organisationRules,
      classRules,
      customFieldRules,
      typeRules,
      stateRules,
      controlRules,
      mailTemplateRules,
      reportFieldRules,
      checklistRules,
      settingRules,
    ],
    calls: [
      ...sessionCalls(sessions, licence),
      ...infoCalls({ folder }),
      ...settingCalls({ schemas, authenticate: sessions.authenticate }),
      ...customFieldCalls(schemas),
      ...reportFieldCalls(schemas),
      ...checklistCalls(schemas),
    ],
  };
}
