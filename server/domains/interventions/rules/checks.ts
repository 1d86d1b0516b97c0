/** Why an intervention may not be as somebody wants it. Pure: from a situation and the row as it would be, the reasons. */

import type { SettingOf } from '../../../../schemas/access.ts';
import type { Row } from '../../../../schemas/entity.ts';
import { CLOSING, INVOICED_CODE, OPENING } from '../../../../schemas/interventions.ts';
import type { Refusal, Rule } from '../../../../schemas/validate.ts';
import { isEmpty, numberOf } from '../../../../schemas/values.ts';
import { type Actor, isAdmin } from '../reach/rights.ts';
import { reportsChecked } from '../report/need.ts';
import { type DayOf, meets } from './controls.ts';
import type { Situation, State } from './situation.ts';
import { obstacleTo } from './transitions.ts';

export interface Reason extends Refusal {
  /** What is said where no field stands beside it, when that is another sentence. */
  alone?: Rule;
}

/** Who asks, and by which settings of the plant. */
export interface Asking {
  user: (Actor & { roleId: number }) | undefined;
  setting: SettingOf;
  dayOf: DayOf;
}

const ASSIGNED = 'AS';
const OPEN = 'AP';

const differs = (name: string, row: Row, before: Row | undefined): boolean =>
  (row[name] ?? null) !== (before?.[name] ?? null);

const OBSTACLES = {
  role: 'state-other-role',
  type: 'state-other-type',
  structure: 'state-unreachable',
} as const;

/** Rules by which a state is closed to the person or the intervention, whatever else is filled in or done. */
export const BARRING: ReadonlySet<Rule> = new Set<Rule>([...Object.values(OBSTACLES), 'state-after-closing']);

function passage(
  situation: Situation,
  to: State,
  row: Row,
  before: Row | undefined,
  { user }: Asking,
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

/** Assigned is assigned to somebody, and with him one is named to be told if the plant wants it so; open is not. */
function assignment({ id, codice }: State, row: Row, before: Row | undefined, { setting }: Asking): Reason[] {
  const [technician, notified] = [row.id_tecnico, row.id_usr_notifica];
  if (codice === OPEN && !isEmpty(technician))
    return [{ field: 'id_stato', rule: 'open-without-technician' }];
  if (codice !== ASSIGNED) return [];
  // What was assigned before the plant wanted it so is still moved, and written to.
  const assigns =
    before?.id_stato !== id || ['id_tecnico', 'id_usr_notifica'].some((name) => differs(name, row, before));
  return [
    ...(isEmpty(technician)
      ? [{ field: 'id_tecnico', rule: 'required', alone: 'technician-needed' } as const]
      : []),
    ...(assigns && setting('UserMailNotif') === '2' && isEmpty(notified)
      ? [{ field: 'id_usr_notifica', rule: 'required', alone: 'notified-needed' } as const]
      : []),
  ];
}

const controlled = ({ controls }: Situation, to: State, row: Row, { dayOf }: Asking): Reason[] =>
  controls
    .filter((control) => control.stato === to.id && !meets(control, row[control.campo], dayOf))
    .map(({ campo, label, condizione, valore }) => ({
      field: campo,
      rule: `control-${condizione}` as Rule,
      params: { label, value: valore ?? '', to: to.descrizione },
    }));

function ticked({ facts }: Situation, { tipo }: State): Reason[] {
  if (tipo !== CLOSING || facts.missing.length === 0) return [];
  return [{ field: 'id_checklist', rule: 'checklist-missing', params: { items: facts.missing.join(', ') } }];
}

/**
 * Whether a state cannot be the first of an intervention that a person makes: it asks for a job report, and there is
 * none yet. Where work opens nothing is reported.
 */
export const asksReportOfNew = ({ firma, tipo }: State, setting: SettingOf): boolean =>
  firma === 1 && tipo !== OPENING && reportsChecked(setting);

const unreported = (to: State, before: Row | undefined, { user, setting }: Asking): Reason[] =>
  before || !user || !asksReportOfNew(to, setting)
    ? []
    : [{ field: 'id_stato', rule: 'report-missing', params: { to: to.descrizione } }];

/** Why the state may not be entered, or, where it is the state already, may not be kept so. */
function reasonsAgainstState(
  situation: Situation,
  to: State,
  row: Row,
  before: Row | undefined,
  asking: Asking,
): Reason[] {
  const entered = before?.id_stato !== to.id;
  const closed = entered ? passage(situation, to, row, before, asking) : [];
  if (closed.length > 0) return closed;
  return [
    ...assignment(to, row, before, asking),
    ...(entered ? controlled(situation, to, row, asking) : []),
    ...(entered ? ticked(situation, to) : []),
    ...unreported(to, before, asking),
  ];
}

function ofTechnician({ facts }: Situation, row: Row, before: Row | undefined, { user }: Asking): Reason[] {
  const named = differs('id_tecnico', row, before);
  if (named && user?.family === 'RIFTEC' && row.id_tecnico !== user.id)
    return [{ field: 'id_tecnico', rule: 'technician-himself' }];
  if (isEmpty(row.id_tecnico)) return [];
  if (named && !facts.isTechnician) return [{ field: 'id_tecnico', rule: 'choice' }];
  const unseen = (named || differs('id_oggetto', row, before)) && !facts.seesAsset;
  return unseen ? [{ field: 'id_tecnico', rule: 'technician-reach' }] : [];
}

function ofAsset({ facts }: Situation, row: Row, before: Row | undefined, { setting }: Asking): Reason[] {
  const moved = differs('id_oggetto', row, before);
  if (before && moved && setting('ModObjSuIntervento') !== '1')
    return [{ field: 'id_oggetto', rule: 'locked' }];
  const asked = moved || differs('id_centro_di_costo', row, before);
  const foreign = asked && setting('IsRelObjCdc') === '1' && !isEmpty(row.id_centro_di_costo);
  return foreign && !facts.centreLinked ? [{ field: 'id_centro_di_costo', rule: 'cost-centre-asset' }] : [];
}

function ofDates(row: Row): Reason[] {
  const [start, end] = [row.data_inizio, row.data_fine].map((moment) => Date.parse(String(moment)));
  return end! < start! ? [{ field: 'data_fine', rule: 'end-before-start' }] : [];
}

function ofType({ everyType }: Situation, row: Row, before: Row | undefined): Reason[] {
  const standsForAll = row.id_tipo_guasto === everyType && differs('id_tipo_guasto', row, before);
  return standsForAll ? [{ field: 'id_tipo_guasto', rule: 'choice' }] : [];
}

/** Why the row may not be written; it has the dates already that its state gives it. */
export function reasonsAgainst(
  situation: Situation,
  row: Row,
  before: Row | undefined,
  asking: Asking,
): Reason[] {
  const to = situation.states.get(numberOf(row.id_stato) ?? 0);
  return [
    ...(to ? reasonsAgainstState(situation, to, row, before, asking) : []),
    ...ofTechnician(situation, row, before, asking),
    ...ofAsset(situation, row, before, asking),
    ...ofType(situation, row, before),
    ...ofDates(row),
  ];
}
