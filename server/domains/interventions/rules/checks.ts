/**
 * Computes the reasons against a change of an intervention, from the situation and the changed row. Has no side
 * effects.
 */

import type { SettingOf } from '../../../../schemas/access.ts';
import type { Row } from '../../../../schemas/entity.ts';
import {
  ASSIGNED_CODE,
  CLOSING,
  INVOICED_CODE,
  NOTIFIES,
  NOTIFIES_ALWAYS,
  OPEN_CODE,
  OPENING,
} from '../../../../schemas/interventions.ts';
import { controlRefusals, type PlantClock } from '../../../../schemas/state-controls.ts';
import type { Refusal, Rule } from '../../../../schemas/validate.ts';
import { differs, isEmpty, numberOf } from '../../../../schemas/values.ts';
import { type Actor, isAdmin } from '../reach/rights.ts';
import { reportsChecked } from '../report/need.ts';
import type { Situation, State } from './situation.ts';
import { obstacleTo } from './transitions.ts';

export interface Reason extends Refusal {
  /** Another rule for the message that is displayed without a field. */
  alone?: Rule;
}

/** The user and the settings that the checks depend on. */
export interface CheckContext {
  user: (Actor & { roleId: number }) | undefined;
  setting: SettingOf;
  clock: PlantClock;
}

const OBSTACLES = {
  role: 'state-other-role',
  type: 'state-other-type',
  structure: 'state-unreachable',
} as const;

/** Rules that close a state to the user or the intervention, whatever else is filled in. */
export const BLOCKING: ReadonlySet<Rule> = new Set<Rule>([
  ...Object.values(OBSTACLES),
  'state-after-closing',
]);

function transitionReasons(
  situation: Situation,
  to: State,
  row: Row,
  before: Row | undefined,
  { user }: CheckContext,
): Reason[] {
  const { states, passages, everyType } = situation;
  const type = typeof row.id_tipo_guasto === 'number' ? row.id_tipo_guasto : null;
  const obstacle = obstacleTo(to.id, passages, { role: user?.roleId, type, everyType });
  const from = states.get(numberOf(before?.id_stato) ?? 0);
  const params = { from: from?.descrizione ?? '', to: to.descrizione };
  const refuse = (rule: Rule): Reason[] => [{ field: 'id_stato', rule, params }];
  if (obstacle === 'structure' && !before) return refuse('state-not-first');
  if (obstacle) return refuse(OBSTACLES[obstacle]);
  if (to.codice !== INVOICED_CODE) return [];
  if (!isAdmin(user)) return refuse('state-other-role');
  return from?.tipo === CLOSING ? [] : refuse('state-after-closing');
}

/**
 * Checks that the assigned state has a technician, and a user to notify if the plant requires one, and that the
 * open state has no technician.
 */
function assignmentReasons(
  { id, codice }: State,
  row: Row,
  before: Row | undefined,
  { setting }: CheckContext,
): Reason[] {
  const [technician, notified] = [row.id_tecnico, row.id_usr_notifica];
  if (codice === OPEN_CODE && !isEmpty(technician))
    return [{ field: 'id_stato', rule: 'open-without-technician' }];
  if (codice !== ASSIGNED_CODE) return [];
  // Interventions that were assigned before the plant required a user to notify can still be changed.
  const assigns =
    before?.id_stato !== id || ['id_tecnico', 'id_usr_notifica'].some((name) => differs(name, row, before));
  return [
    ...(isEmpty(technician)
      ? [{ field: 'id_tecnico', rule: 'required', alone: 'technician-needed' } as const]
      : []),
    ...(assigns && setting(NOTIFIES) === NOTIFIES_ALWAYS && isEmpty(notified)
      ? [{ field: 'id_usr_notifica', rule: 'required', alone: 'notified-needed' } as const]
      : []),
  ];
}

const controlReasons = ({ controls }: Situation, to: State, row: Row, { clock }: CheckContext): Reason[] =>
  controlRefusals(
    controls.filter(({ stato }) => stato === to.id),
    row,
    to.descrizione,
    clock,
  );

function checklistReasons({ facts }: Situation, { tipo }: State): Reason[] {
  if (tipo !== CLOSING || facts.missing.length === 0) return [];
  return [{ field: 'id_checklist', rule: 'checklist-missing', params: { items: facts.missing.join(', ') } }];
}

/**
 * Returns whether a state cannot be the first of a new intervention because it requires a job report. The opening
 * state never does.
 */
export const newNeedsReport = ({ firma, tipo }: State, setting: SettingOf): boolean =>
  firma === 1 && tipo !== OPENING && reportsChecked(setting);

const reportReasons = (to: State, before: Row | undefined, { user, setting }: CheckContext): Reason[] =>
  before || !user || !newNeedsReport(to, setting)
    ? []
    : [{ field: 'id_stato', rule: 'report-missing', params: { to: to.descrizione } }];

/** Returns the reasons against entering the state, or against staying in it. */
function reasonsAgainstState(
  situation: Situation,
  to: State,
  row: Row,
  before: Row | undefined,
  context: CheckContext,
): Reason[] {
  const isEntered = before?.id_stato !== to.id;
  const blocking = isEntered ? transitionReasons(situation, to, row, before, context) : [];
  if (blocking.length > 0) return blocking;
  return [
    ...assignmentReasons(to, row, before, context),
    ...(isEntered ? controlReasons(situation, to, row, context) : []),
    ...(isEntered ? checklistReasons(situation, to) : []),
    ...reportReasons(to, before, context),
  ];
}

function technicianReasons(
  { facts }: Situation,
  row: Row,
  before: Row | undefined,
  { user }: CheckContext,
): Reason[] {
  const isChanged = differs('id_tecnico', row, before);
  if (isChanged && user?.family === 'RIFTEC' && row.id_tecnico !== user.id)
    return [{ field: 'id_tecnico', rule: 'technician-himself' }];
  if (isEmpty(row.id_tecnico)) return [];
  if (isChanged && !facts.isTechnician) return [{ field: 'id_tecnico', rule: 'choice' }];
  const outOfScope = (isChanged || differs('id_oggetto', row, before)) && !facts.seesAsset;
  return outOfScope ? [{ field: 'id_tecnico', rule: 'technician-reach' }] : [];
}

function assetReasons(
  { facts }: Situation,
  row: Row,
  before: Row | undefined,
  { setting }: CheckContext,
): Reason[] {
  const assetChanged = differs('id_oggetto', row, before);
  if (before && assetChanged && setting('ModObjSuIntervento') !== '1')
    return [{ field: 'id_oggetto', rule: 'locked' }];
  const isChecked = assetChanged || differs('id_centro_di_costo', row, before);
  const mustBeLinked = isChecked && setting('IsRelObjCdc') === '1' && !isEmpty(row.id_centro_di_costo);
  return mustBeLinked && !facts.centreLinked
    ? [{ field: 'id_centro_di_costo', rule: 'cost-centre-asset' }]
    : [];
}

function dateReasons(row: Row): Reason[] {
  const [start, end] = [row.data_inizio, row.data_fine].map((moment) => Date.parse(String(moment)));
  return end! < start! ? [{ field: 'data_fine', rule: 'end-before-start' }] : [];
}

function typeReasons({ everyType }: Situation, row: Row, before: Row | undefined): Reason[] {
  const isEveryType = row.id_tipo_guasto === everyType && differs('id_tipo_guasto', row, before);
  return isEveryType ? [{ field: 'id_tipo_guasto', rule: 'choice' }] : [];
}

/** Returns the reasons against writing the row, which already has the dates that its state sets. */
export function reasonsAgainst(
  situation: Situation,
  row: Row,
  before: Row | undefined,
  context: CheckContext,
): Reason[] {
  const to = situation.states.get(numberOf(row.id_stato) ?? 0);
  return [
    ...(to ? reasonsAgainstState(situation, to, row, before, context) : []),
    ...technicianReasons(situation, row, before, context),
    ...assetReasons(situation, row, before, context),
    ...typeReasons(situation, row, before),
    ...dateReasons(row),
  ];
}
