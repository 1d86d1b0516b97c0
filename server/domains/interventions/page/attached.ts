/**
 * The rules, calls and acts of everything that belongs to an intervention: costs, comments, checklist, documents,
 * errors, parts, job reports.
 */
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { ActHandler } from '../../../capabilities/acts.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import type { Call } from '../../../http/call.ts';
import type { Limits } from '../../../http/rate-limit.ts';
import { checklistAct, checklistCalls, checklistRules } from '../checklist/checklist.ts';
import { commentAct, commentCalls, commentRules } from '../comments/comments.ts';
import { costRules } from '../costs/costs.ts';
import { interventionDocumentRules } from '../documents/document-rights.ts';
import { followUpAct } from '../follow-up/follow-up.ts';
import { errorCalls, errorRules } from '../history/intervention-errors.ts';
import { lateActs, type WasGiven } from '../late/late-acts.ts';
import { proposedPartsCall } from '../parts/proposed-parts.ts';
import { reservationRules } from '../parts/reservations.ts';
import type { AvailableOf, PartMoves } from '../parts/stock-access.ts';
import { partActs } from '../parts/withdrawal-acts.ts';
import { withdrawalCalls } from '../parts/withdrawal-calls.ts';
import { withdrawalRules } from '../parts/withdrawals.ts';
import { reportCheckCalls } from '../report/check.ts';
import { downloadCall } from '../report/download.ts';
import { reportCalls } from '../report/report-calls.ts';
import type { ReportParts } from '../report/report-dependencies.ts';
import { reportFieldCall } from '../report/report-fields.ts';
import { reportRules } from '../report/reports.ts';
import { signatureCalls } from '../report/signatures.ts';
import { reportPassages } from '../states/report-states.ts';
import { takeOverAct } from '../take-over/take-over.ts';

export const attachedRules = (schemas: Schemas, availableOf: AvailableOf): RulesByResource[] => [
  costRules(schemas),
  commentRules(schemas),
  checklistRules(schemas),
  interventionDocumentRules(schemas),
  errorRules(schemas),
  reservationRules(schemas, availableOf),
  withdrawalRules(schemas),
  reportRules,
];

export interface AttachedParts extends ReportParts {
  moves: PartMoves;
  limits: Limits;
}

export function attachedCalls(parts: AttachedParts, rules: RulesByResource): Call[] {
  const { schemas, moves, limits } = parts;
  return [
    ...commentCalls(schemas, rules),
    ...checklistCalls(schemas, rules),
    ...errorCalls(schemas, rules),
    ...withdrawalCalls(schemas, rules, moves),
    proposedPartsCall(schemas, moves.availableOf),
    reportFieldCall(schemas, rules),
    ...signatureCalls(parts, rules),
    ...reportCalls(parts, rules, reportPassages),
    downloadCall(parts, rules),
    ...reportCheckCalls(schemas, limits),
  ];
}

interface ActParts {
  moves: PartMoves;
  wasGiven: WasGiven;
}

export const attachedActs = (
  schemas: Schemas,
  rules: RulesByResource,
  { moves, wasGiven }: ActParts,
): ActHandler[] => [
  ...lateActs({ schemas, wasGiven }),
  commentAct(schemas, rules),
  checklistAct(schemas, rules),
  followUpAct(schemas, rules, moves),
  takeOverAct(schemas, rules),
  ...partActs(schemas, rules, moves),
];
