/** What happens around every write of an intervention: its rules, the dates and code it is given, its step in the history. */

import { allows } from '../../../../schemas/access.ts';
import type { Row } from '../../../../schemas/entity.ts';
import { BLOCK_ASKS, BLOCKED, isOver, REPORT_NEEDED } from '../../../../schemas/interventions.ts';
import { numberOf } from '../../../../schemas/values.ts';
import type { PreparedRules, WriteContext } from '../../../capabilities/rules.ts';
import { forbidden, notFound, Problem } from '../../../http/problem.ts';
import { todayIn } from '../../../plant/plant-time.ts';
import { idAsked, isOn } from '../../../requests/list-parameters.ts';
import { startOf } from '../list/plant-days.ts';
import { interventionOf, mayChange, type Subject } from '../reach/rights.ts';
import { reportsChecked } from '../report/need.ts';
import { datesGiven, refusalsOf } from '../rules/refusals.ts';
import { type Situation, situationOf, situationsOf } from '../rules/situation.ts';
import { nextCodes } from './intervention-code.ts';

/** Read with the record and sent back with it; nothing of it is for a person to write. */
const SHOWN_ONLY = [
  'campi_oggetto',
  'id_schedulazione',
  'schedulazione',
  'frequenza_sched',
  'unita_misura_sched',
  'data_ori_manutenzione',
];

/** Found out once, before a row is checked, and needed again when it is written. */
interface Prepared {
  situation: Situation;
  /** Counted beforehand, where many are created together. */
  code?: string;
}

/** As it stands now: what was read before the row was held may have been another state. */
function requireChange(situation: Situation, before: Row, { user }: WriteContext): void {
  const state = situation.states.get(numberOf(before.id_stato) ?? 0);
  if (!state) throw notFound();
  const subject = { ...before, cod_stato: state.codice, id_tipo_stato_odl: state.tipo } as unknown as Subject;
  if (!mayChange(user, subject)) throw forbidden('not-your-intervention');
}

const differs = (name: string, row: Row, before: Row | undefined): boolean =>
  (row[name] ?? null) !== (before?.[name] ?? null);

/** What is over takes nobody's time until it is open again. */
function reopens({ states }: Situation, row: Row, before: Row | undefined): boolean {
  const [from, to] = [before?.id_stato, row.id_stato].map((id) => states.get(numberOf(id) ?? 0)?.tipo ?? 0);
  return isOver(from ?? 0) && !isOver(to ?? 0);
}

/** One technician, one job at a time: refused, or asked about, as the plant has it. */
function requireFree(situation: Situation, row: Row, before: Row | undefined, context: WriteContext): void {
  // What the plan of the plant brings about is not for one person to give way to.
  if (!context.user) return;
  const block = context.setting('BlockAssigned');
  const set =
    ['id_tecnico', 'data_ordine', 'ore_previste'].some((name) => differs(name, row, before)) ||
    reopens(situation, row, before);
  if (!situation.facts.clash || !set || !(block === '1' || block === BLOCK_ASKS)) return;
  if (block === BLOCK_ASKS && isOn(context.query.isBypassBlockAllowed)) return;
  throw new Problem(200, 'already-assigned', { result: BLOCKED, params: { code: situation.facts.clash } });
}

function requireReport(situation: Situation, row: Row, before: Row, { setting }: WriteContext): void {
  const state = situation.states.get(numberOf(row.id_stato) ?? 0);
  if (!state?.firma || !differs('id_stato', row, before) || !reportsChecked(setting)) return;
  if (!situation.facts.reported.includes(state.id))
    throw new Problem(200, 'report-needed', { result: REPORT_NEEDED });
}

const choosesClass = ({ entity, user, setting }: WriteContext): boolean =>
  allows(entity.property('id_classe_intervento').write ?? 'session', user, setting);

/** In the class of the asset's organisation, for who does not choose one. */
const presets = (row: Row, { facts }: Situation, context: WriteContext): Row =>
  !choosesClass(context) && !row.id_classe_intervento ? { id_classe_intervento: facts.defaultClass } : {};

/** For today where nobody says otherwise, but for who only reports: known before anybody asks who is busy then. */
function planned(sent: Row, { user, setting, now }: WriteContext): Row {
  if (sent.data_ordine !== undefined || user?.family === 'RESP') return {};
  const withTime = setting('OdlConTimestamp') === '1';
  return { data_ordine: withTime ? now.toISOString() : startOf(todayIn(setting, now), setting) };
}

/** Who does not choose the class copies it with the rest: the fields that he fills in are those of that class. */
async function classCopied(sent: Row, context: WriteContext): Promise<Row> {
  const original = idAsked(context.query, 'idCopia');
  if (original === undefined || sent.id_classe_intervento || choosesClass(context)) return {};
  const { id_classe_intervento } = await interventionOf(
    context.transaction,
    context.schemas,
    original,
    context,
  );
  return { id_classe_intervento };
}

const TOLD = ['id_stato', 'data_ordine', 'data_inizio', 'data_fine', 'id_tecnico', 'note'];

/** Those of many, written in one statement. */
async function recordSteps(rows: Row[], { transaction, user }: WriteContext): Promise<void> {
  const names = ['id_odl', ...TOLD];
  const steps = rows.map(({ id, ...row }) => ({ ...row, id_odl: id }) as Row);
  const told = steps.map((step) => Object.fromEntries(names.map((name) => [name, step[name] ?? null])));
  await transaction.query(
    `insert into odl_storico (id_usr_ins, usr_ins, ${names.join(', ')})
     select $2, $3, ${names.map((name) => `r.${name}`).join(', ')}
     from jsonb_populate_recordset(null::odl_storico, $1::jsonb) r`,
    [JSON.stringify(told), user?.id ?? null, user?.name ?? null],
  );
}

async function recordStep(row: Row, { transaction, user }: WriteContext): Promise<void> {
  const values = TOLD.map((name) => row[name] ?? null);
  await transaction.query(
    `insert into odl_storico (id_odl, id_usr_ins, usr_ins, ${TOLD.join(', ')})
     values ($1, $2, $3, ${TOLD.map((_, index) => `$${index + 4}`).join(', ')})`,
    [row.id, user?.id ?? null, user?.name ?? null, ...values],
  );
}

export const writing: PreparedRules<Row, Prepared> = {
  accept: (sent) => Object.fromEntries(Object.entries(sent).filter(([name]) => !SHOWN_ONLY.includes(name))),
  given: async (sent, context) => ({ ...planned(sent, context), ...(await classCopied(sent, context)) }),
  guard(row, { user }) {
    if (!mayChange(user, row as unknown as Subject)) throw forbidden('not-your-intervention');
  },
  prepare: async (row, before, context) => ({ situation: await situationOf(context, row, before) }),
  async prepareMany(rows, context) {
    const { transaction, setting, now } = context;
    const situations = await situationsOf(context, rows);
    const codes = await nextCodes(transaction, todayIn(setting, now), rows.length, setting);
    return situations.map((situation, index) => ({ situation, code: codes[index] }));
  },
  async check(row, before, context, { situation }) {
    if (before) requireChange(situation, before, context);
    return refusalsOf(situation, row, before, context);
  },
  afterCreateMany: recordSteps,
  async beforeCreate(row, context, { situation, code }) {
    Object.assign(row, presets(row, situation, context), datesGiven(situation, row, undefined, context.now));
    requireFree(situation, row, undefined, context);
    const today = todayIn(context.setting, context.now);
    row.codice = code ?? (await nextCodes(context.transaction, today, 1, context.setting))[0];
  },
  async beforeUpdate(row, before, context, { situation }) {
    Object.assign(row, datesGiven(situation, row, before, context.now));
    requireFree(situation, row, before, context);
    requireReport(situation, row, before, context);
  },
  async afterWrite(row, before, context) {
    if (row && TOLD.some((name) => differs(name, row, before))) await recordStep(row, context);
  },
};
