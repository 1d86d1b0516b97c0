/**
 * The rules of every write of an intervention: the checks, the dates and the code that the server sets, and the
 * history.
 */

import { allows } from '../../../../schemas/access.ts';
import type { Row } from '../../../../schemas/entity.ts';
import { BLOCK_ASKS, isOver } from '../../../../schemas/interventions.ts';
import { BLOCKED, REPORT_NEEDED } from '../../../../schemas/results.ts';
import { differs, numberOf } from '../../../../schemas/values.ts';
import type { PreparedRules, WriteContext } from '../../../capabilities/rules.ts';
import { onlyRow } from '../../../database/rows.ts';
import { inLanguage } from '../../../database/sql.ts';
import { conflict, notFound, Problem } from '../../../http/problem.ts';
import { todayIn } from '../../../plant/plant-time.ts';
import { idParameter, isOn } from '../../../requests/list-parameters.ts';
import { startOf } from '../list/plant-days.ts';
import { interventionOf, mayChange, notYours, subjectOf } from '../reach/rights.ts';
import { reportsChecked } from '../report/need.ts';
import { datesSet, refusalsOf } from '../rules/refusals.ts';
import { type Situation, situationOf, situationsOf } from '../rules/situation.ts';
import { nextCodes } from './intervention-code.ts';

/** Fields that clients read with the record and send back with it. They are never written. */
const READ_ONLY = [
  'campi_oggetto',
  'id_schedulazione',
  'schedulazione',
  'frequenza_sched',
  'unita_misura_sched',
  'data_ori_manutenzione',
];

/** The data that is read once before the checks, and used again for the write. */
interface Prepared {
  situation: Situation;
  /** The code, if many interventions are created together and their codes are counted in advance. */
  code?: string;
}

/** Checks with the current state, because the row may have changed before it was locked. */
async function requireChange(situation: Situation, before: Row, context: WriteContext): Promise<void> {
  const state = situation.states.get(numberOf(before.id_stato) ?? 0);
  if (!state) throw notFound();
  const subject = subjectOf({ ...before, cod_stato: state.codice, id_tipo_stato_odl: state.tipo });
  if (!mayChange(context.user, subject)) throw await notYours(context.transaction, context.user, subject);
}

/** Returns whether a finished intervention is reopened. Until then it takes no time of its technician. */
function isReopened({ states }: Situation, row: Row, before: Row | undefined): boolean {
  const [from, to] = [before?.id_stato, row.id_stato].map((id) => states.get(numberOf(id) ?? 0)?.tipo ?? 0);
  return isOver(from ?? 0) && !isOver(to ?? 0);
}

/** Refuses a technician who is busy at that time, or asks, depending on the plant's setting. */
function requireFreeTechnician(
  situation: Situation,
  row: Row,
  before: Row | undefined,
  context: WriteContext,
): void {
  // Generated interventions are never refused because the technician is busy.
  if (!context.user) return;
  const block = context.setting('BlockAssigned');
  const isRelevant =
    ['id_tecnico', 'data_ordine', 'ore_previste'].some((name) => differs(name, row, before)) ||
    isReopened(situation, row, before);
  if (!situation.facts.clash || !isRelevant || !(block === '1' || block === BLOCK_ASKS)) return;
  if (block === BLOCK_ASKS && isOn(context.query.isBypassBlockAllowed)) return;
  throw new Problem(200, 'already-assigned', { result: BLOCKED, params: { code: situation.facts.clash } });
}

function requireReport(situation: Situation, row: Row, before: Row, { setting }: WriteContext): void {
  const state = situation.states.get(numberOf(row.id_stato) ?? 0);
  if (!state?.firma || !differs('id_stato', row, before) || !reportsChecked(setting)) return;
  if (!situation.facts.reported.includes(state.id))
    throw new Problem(200, 'report-needed', { result: REPORT_NEEDED });
}

/**
 * Refuses a change that was made without a connection if the state is no longer the one that the user saw
 * (`daStato`). The row stays locked.
 */
async function requireState(id: number, context: WriteContext): Promise<void> {
  const seen = idParameter(context.query, 'daStato');
  if (seen === undefined) return;
  const work = await interventionOf(context.transaction, context.schemas, id, context, { lock: true });
  if (work.id_stato === seen) return;
  const { rows } = await context.transaction.query<{ name: string }>(
    `select ${inLanguage('s', 'descrizione', context.language)} as name from stato s where s.id = $1`,
    [work.id_stato],
  );
  throw conflict('state-moved', { params: { state: onlyRow(rows).name } });
}

const mayChooseClass = ({ entity, user, setting }: WriteContext): boolean =>
  allows(entity.property('id_classe_intervento').write ?? 'session', user, setting);

/** Sets the default class of the asset's organisation, for users who may not choose a class. */
const defaultsFor = (row: Row, { facts }: Situation, context: WriteContext): Row =>
  !mayChooseClass(context) && !row.id_classe_intervento ? { id_classe_intervento: facts.defaultClass } : {};

/** Plans for today by default, except for requesters. This comes early, because later checks use the date. */
function defaultPlan(sent: Row, { user, setting, now }: WriteContext): Row {
  if (sent.data_ordine !== undefined || user?.family === 'RESP') return {};
  const withTime = setting('OdlConTimestamp') === '1';
  return { data_ordine: withTime ? now.toISOString() : startOf(todayIn(setting, now), setting) };
}

/**
 * Copies the class of the original, for users who may not choose it: the sent custom fields belong to that class.
 */
async function copiedClass(sent: Row, context: WriteContext): Promise<Row> {
  const original = idParameter(context.query, 'idCopia');
  if (original === undefined || sent.id_classe_intervento || mayChooseClass(context)) return {};
  const { id_classe_intervento } = await interventionOf(
    context.transaction,
    context.schemas,
    original,
    context,
  );
  return { id_classe_intervento };
}

const STEP_COLUMNS = ['id_stato', 'data_ordine', 'data_inizio', 'data_fine', 'id_tecnico', 'note'];
const STEP_MOMENT = ['data_fatto', 'stimato'];

/** Returns the time at which the intervention entered its current state. A late act cannot be earlier. */
const ENTERED = `
  select max(moment) as moment from (
    select coalesce(data_fatto, data_ins) as moment, id_stato, lag(id_stato) over (order by id) as earlier
    from odl_storico where id_odl = $1) s
  where earlier is distinct from id_stato`;

/**
 * Returns the time of the last step, or the start of the work if that is later: the start comes from the server's clock
 * and the step from the database's, and an end before the start would be refused.
 */
async function enteredAt({ id, data_inizio }: Row, { transaction }: WriteContext): Promise<Date | undefined> {
  const { rows } = await transaction.query<{ moment: string | null }>(ENTERED, [id]);
  const [step, start] = [rows[0]?.moment, data_inizio].map((moment) => Date.parse(String(moment)));
  if (Number.isNaN(step)) return undefined;
  const begun = start! <= Date.now() ? start! : Number.NEGATIVE_INFINITY;
  return new Date(Math.max(step!, begun));
}

/** Marks an intervention whose times count from an act at an uncertain time. */
function markEstimate(row: Row, before: Row | undefined, { late }: WriteContext): void {
  if (late?.estimated && differs('id_stato', row, before)) row.tempi_stimati = 1;
}

/** Returns the time of the step, if the act arrives late. */
const timestampOf = ({ late, now }: WriteContext): Row =>
  late ? { data_fatto: now.toISOString(), stimato: late.estimated ? 1 : 0 } : {};

/** Writes the steps of many interventions in one statement. */
async function recordSteps(rows: Row[], context: WriteContext): Promise<void> {
  const { transaction, user } = context;
  const names = ['id_odl', ...STEP_COLUMNS, ...STEP_MOMENT];
  const moment = { stimato: 0, ...timestampOf(context) };
  const steps: Row[] = rows.map(({ id, ...row }) => ({ ...row, ...moment, id_odl: id }));
  const columnsOnly = steps.map((step) =>
    Object.fromEntries(names.map((name) => [name, step[name] ?? null])),
  );
  await transaction.send(
    `insert into odl_storico (id_usr_ins, usr_ins, ${names.join(', ')})
     select $2, $3, ${names.map((name) => `r.${name}`).join(', ')}
     from jsonb_populate_recordset(null::odl_storico, $1::jsonb) r`,
    [JSON.stringify(columnsOnly), user?.id ?? null, user?.name ?? null],
  );
}

async function recordStep(row: Row, context: WriteContext): Promise<void> {
  const { transaction, user } = context;
  const moment: Row = { stimato: 0, ...timestampOf(context) };
  const values = [
    ...STEP_COLUMNS.map((name) => row[name] ?? null),
    ...STEP_MOMENT.map((name) => moment[name] ?? null),
  ];
  const names = [...STEP_COLUMNS, ...STEP_MOMENT];
  await transaction.send(
    `insert into odl_storico (id_odl, id_usr_ins, usr_ins, ${names.join(', ')})
     values ($1, $2, $3, ${names.map((_, index) => `$${index + 4}`).join(', ')})`,
    [row.id, user?.id ?? null, user?.name ?? null, ...values],
  );
}

export const writing: PreparedRules<Row, Prepared> = {
  accept: (sent) => Object.fromEntries(Object.entries(sent).filter(([name]) => !READ_ONLY.includes(name))),
  given: async (sent, context) => ({ ...defaultPlan(sent, context), ...(await copiedClass(sent, context)) }),
  holdFirst: requireState,
  async guard(row, { transaction, user }) {
    if (!mayChange(user, subjectOf(row))) throw await notYours(transaction, user, subjectOf(row));
  },
  earliest: enteredAt,
  prepare: async (row, before, context) => ({ situation: await situationOf(context, row, before) }),
  async prepareMany(rows, context) {
    const { transaction, setting, now } = context;
    const situations = await situationsOf(context, rows);
    const codes = await nextCodes(transaction, todayIn(setting, now), rows.length, setting);
    return situations.map((situation, index) => ({ situation, code: codes[index] }));
  },
  async check(row, before, context, { situation }) {
    if (before) await requireChange(situation, before, context);
    return refusalsOf(situation, row, before, context);
  },
  afterCreateMany: recordSteps,
  async beforeCreate(row, context, { situation, code }) {
    Object.assign(
      row,
      defaultsFor(row, situation, context),
      datesSet(situation, row, undefined, context.now),
    );
    markEstimate(row, undefined, context);
    requireFreeTechnician(situation, row, undefined, context);
    const today = todayIn(context.setting, context.now);
    row.codice = code ?? (await nextCodes(context.transaction, today, 1, context.setting))[0];
  },
  async beforeUpdate(row, before, context, { situation }) {
    Object.assign(row, datesSet(situation, row, before, context.now));
    markEstimate(row, before, context);
    requireFreeTechnician(situation, row, before, context);
    requireReport(situation, row, before, context);
  },
  async afterWrite(row, before, context) {
    if (row && STEP_COLUMNS.some((name) => differs(name, row, before))) await recordStep(row, context);
  },
};
