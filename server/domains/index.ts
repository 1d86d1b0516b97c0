/** All domains: their rules, calls, acts, overrides, jobs and routines. */
import type { Schemas } from '../../schemas/read-schemas.ts';
import type { ActHandler } from '../capabilities/acts.ts';
import type { DocumentStores } from '../capabilities/documents/document-owner.ts';
import type { Override } from '../capabilities/overrides.ts';
import type { RulesByResource } from '../capabilities/rules.ts';
import type { Call, Context } from '../http/call.ts';
import type { Sessions } from '../http/session.ts';
import type { JobKind } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Routine } from '../jobs/routine.ts';
import { assetCalls, assetRules, costCentreOverrides } from './assets/index.ts';
import { backupCalls, backupJobs } from './backup/index.ts';
import { checklistCalls, checklistOverrides, checklistRules } from './checklists/index.ts';
import { classRules } from './classes/index.ts';
import { controlRules } from './controls/index.ts';
import { callingDeviceOf } from './devices/calling-device.ts';
import { deviceActs, heldActsCalls } from './devices/held-acts.ts';
import { deviceCalls, deviceRules } from './devices/index.ts';
import { feedCalls } from './feeds/index.ts';
import { BESIDE_FILES } from './info/files.ts';
import { infoCalls } from './info/index.ts';
import * as licence from './info/licence.ts';
import { customerLogo } from './info/logo.ts';
import { noteError } from './interventions/history/intervention-errors.ts';
import { interventionCalls, interventionOverrides, interventionRules } from './interventions/index.ts';
import { lateBounds } from './interventions/list/plant-days.ts';
import { attachedActs, attachedCalls, attachedRules } from './interventions/page/attached.ts';
import { addRequesters } from './interventions/people/requester.ts';
import { openWorkOf } from './interventions/reach/open-work.ts';
import { sees } from './interventions/reach/sight.ts';
import { createMailTemplates, mailTemplateCalls, mailTemplateRoutines } from './mail-templates/index.ts';
import { newsCalls, newsReporters, newsRoutines } from './news/index.ts';
import { pushCalls, pushRoutine } from './news/push/index.ts';
import { organisationRules } from './organisations/index.ts';
import {
  changeRules,
  outboxCalls,
  outboxRoutines,
  outboxRules,
  reportingRoutine,
  sendAgainAct,
} from './outbox/index.ts';
import { hadWork, packCalls } from './pack/index.ts';
import { qrRules } from './qr/index.ts';
import { reliabilityCalls, reliabilityRules } from './reliability/index.ts';
import { reportFieldCalls, reportFieldRules } from './report-fields/index.ts';
import { routineActs, routineRules } from './routines/index.ts';
import { createSchedules } from './schedules/index.ts';
import {
  connectorKeyRules,
  createAddresses,
  deviceOf,
  endSession,
  sessionActs,
  sessionCalls,
  sessionParts,
  sessionRules,
} from './sessions/index.ts';
import { settingOverrides } from './settings/lookup.ts';
import { settingRules } from './settings/setting-values.ts';
import { stateRules } from './states/index.ts';
import {
  availableOf,
  movesForInterventions,
  openReservations,
  stockActs,
  stockCalls,
  stockOverrides,
  stockRules,
} from './stock/index.ts';
import { typeRules } from './types/index.ts';
import { userRules } from './users/index.ts';
import { ownPhoneCalls } from './users/own-phone.ts';
import { webhookActs, webhookReporter, webhookRoutines, webhookRules } from './webhooks/index.ts';

export interface DomainParts {
  schemas: Schemas;
  sessions: Sessions;
  definitionsOf: Context['definitionsOf'];
  version: string;
  /** The data folder. */
  folder: string;
  /** Where file contents are stored. */
  documentStores: DocumentStores;
  /** Whether webhooks may use addresses in the internal network. */
  webhooksInside: boolean;
  /** Whether the identity provider may use plain http. */
  signOnByHttp: boolean;
}

export interface Domains {
  rules: RulesByResource[];
  /** Receives the rules of all domains, because lists of domains include computed values of capabilities. */
  calls(rules: RulesByResource, jobs: Jobs): Call[];
  /** The handlers of the acts in schemas/actions/. */
  acts(rules: RulesByResource, jobs: Jobs): ActHandler[];
  /** Changes to generic calls of entities. */
  overrides(rules: RulesByResource): Override[];
  jobs(rules: RulesByResource): [string, JobKind][];
  routines(rules: RulesByResource): Routine[];
}

/** The values that several domains share. */
function sharedParts({ schemas, sessions, definitionsOf }: DomainParts) {
  const addresses = createAddresses();
  const account = sessionParts(schemas, { sessions, addresses, licensing: licence });
  const mails = { schemas, definitionsOf, sees, lateBounds, address: addresses.withoutRequest };
  const mailTemplates = createMailTemplates(mails);
  return {
    account,
    mails,
    mailTemplates,
    callingDevice: callingDeviceOf(sessions.tokens, sessions.limits),
    reporters: [webhookReporter, mailTemplates.reporter, ...newsReporters],
    schedules: createSchedules(schemas, noteError),
  };
}

type Shared = ReturnType<typeof sharedParts>;

const rulesOf = (
  { schemas, sessions, webhooksInside }: DomainParts,
  { mailTemplates, reporters, schedules }: Shared,
): RulesByResource[] => [
  sessionRules(sessions, schemas),
  connectorKeyRules(licence),
  deviceRules,
  userRules({ requireSeat: licence.requireSeat }),
  organisationRules,
  classRules,
  typeRules,
  stateRules,
  controlRules,
  mailTemplates.rules,
  outboxRules,
  reportFieldRules,
  checklistRules,
  settingRules,
  ...assetRules(schemas),
  reliabilityRules(schemas),
  interventionRules(schemas),
  ...attachedRules(schemas, availableOf),
  ...stockRules(schemas),
  qrRules(schemas),
  schedules.rules,
  routineRules,
  webhookRules({ inside: webhooksInside }),
  // The last, so that the row is stored as it is after all rules.
  changeRules(reporters),
];

const callsOf = (
  { schemas, sessions, folder, documentStores, signOnByHttp, webhooksInside }: DomainParts,
  { account, mails, callingDevice, schedules }: Shared,
  rules: RulesByResource,
  jobs: Jobs,
): Call[] => [
  ...schedules.calls(rules, jobs),
  ...ownPhoneCalls(schemas),
  ...sessionCalls(account, { insecure: signOnByHttp }),
  ...deviceCalls({ locks: sessions.tokens, callingDevice, deviceOf }),
  ...heldActsCalls({ schemas, files: documentStores.files, callingDevice }),
  ...mailTemplateCalls(mails),
  ...outboxCalls(schemas),
  ...infoCalls({ folder, schemas }),
  ...backupCalls(jobs),
  ...reportFieldCalls(schemas),
  ...feedCalls(schemas, sessions, rules),
  ...checklistCalls(schemas),
  ...assetCalls(schemas, rules),
  ...reliabilityCalls(schemas),
  ...stockCalls(schemas),
  ...newsCalls(rules),
  ...pushCalls({ inside: webhooksInside, deviceOf }),
  ...packCalls({
    ...{ schemas, rules, addRequesters, availableOf, openReservations },
    openWork: (context) => openWorkOf(schemas, context),
  }),
  ...interventionCalls(schemas, rules),
  ...attachedCalls(
    {
      ...documentStores,
      logo: (context) => customerLogo(context, folder),
      moves: movesForInterventions(schemas, rules),
      limits: sessions.limits,
    },
    rules,
  ),
];

export function domainsOf(parts: DomainParts): Domains {
  const { schemas, sessions, version, folder, documentStores, webhooksInside } = parts;
  const shared = sharedParts(parts);
  const { account, mails, reporters, schedules } = shared;
  return {
    rules: rulesOf(parts, shared),
    calls: (rules, jobs) => callsOf(parts, shared, rules, jobs),
    acts: (rules, jobs) => [
      ...sessionActs(schemas, account),
      ...deviceActs({
        endSession: (transaction, user) => endSession(sessions, transaction, user, 'dispositivo'),
      }),
      sendAgainAct(),
      ...routineActs(jobs),
      ...webhookActs({ inside: webhooksInside }),
      ...attachedActs(schemas, rules, { moves: movesForInterventions(schemas, rules), wasGiven: hadWork }),
      ...stockActs(schemas, rules),
    ],
    overrides: (rules) => [
      ...settingOverrides({ schemas, authenticate: sessions.authenticate }),
      ...checklistOverrides(schemas),
      ...costCentreOverrides(schemas, rules),
      ...stockOverrides(schemas, rules),
      ...interventionOverrides(schemas, rules),
    ],
    jobs: (rules) => [
      ...schedules.jobs(rules),
      ...backupJobs({ schemas, files: documentStores.files, folder, beside: BESIDE_FILES, version }),
    ],
    routines: (rules) => [
      ...schedules.routines(rules),
      reportingRoutine(reporters),
      ...outboxRoutines((transaction, id, text) => noteError(transaction, id, 'mail', text)),
      ...mailTemplateRoutines(mails),
      ...newsRoutines({ lateBounds }),
      pushRoutine({
        accounts: sessions.accounts,
        inside: webhooksInside,
        address: mails.address,
        visible: (context) => rules.odl?.visible?.(context),
      }),
      ...webhookRoutines({ inside: webhooksInside }),
    ],
  };
}
