/** GET /stato/: every state, or those that an intervention may enter next, each with what stands in its way. */

import type { Row } from '../../../../schemas/entity.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { sentence } from '../../../../schemas/validate.ts';
import { numberOf } from '../../../../schemas/values.ts';
import { listReply } from '../../../capabilities/crud.ts';
import { type Override, override } from '../../../capabilities/overrides.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import { type Context, rowsIn } from '../../../http/call.ts';
import { say } from '../../../http/problem.ts';
import { idAsked, isOn } from '../../../requests/list-parameters.ts';
import { interventionOf, mayChange } from '../reach/rights.ts';
import type { Change } from '../report/changes.ts';
import { reportsChecked } from '../report/need.ts';
import { inOneLine, outdatedReports } from '../report/seal.ts';
import { asksReportOfNew, BARRING, type Reason } from '../rules/checks.ts';
import { refusalsOf } from '../rules/refusals.ts';
import { type State, situationOf, structureOf } from '../rules/situation.ts';
import { NONE, reachable } from '../rules/transitions.ts';
import { reportObstacle } from './report-states.ts';

const LAST = 9999;

const inOrder = (one: Row, other: Row): number =>
  Number(one.ordine ?? LAST) - Number(other.ordine ?? LAST) || Number(one.id) - Number(other.id);

/** What has changed since the report of a state was made, by state. */
type Outdated = Map<number, Change[]>;

/** `there` are the states whose report is there. */
function withoutReport(
  state: State,
  { setting }: Context,
  there: number[] = [],
  outdated?: Outdated,
): Reason[] {
  if (state.firma !== 1 || !reportsChecked(setting)) return [];
  const changes = outdated?.get(state.id);
  if (changes)
    return [{ field: 'id_stato', rule: 'report-changed', params: { changes: inOneLine(changes) } }];
  if (there.includes(state.id)) return [];
  return [{ field: 'id_stato', rule: 'report-missing', params: { to: state.descrizione } }];
}

const OF_REPORT: readonly string[] = ['report-missing', 'report-changed'];

/** Why not: the sentences, once each, and beside each the rule it comes from, which says whether a screen can settle it. */
interface Told {
  motivi: string[];
  regole: string[];
}

const NOTHING: Told = { motivi: [], regole: [] };

function told(reasons: Reason[], { language }: Context): Told {
  const said = new Map(
    reasons.map(({ rule, alone = rule, params }) => [sentence(alone, language, params), alone]),
  );
  return { motivi: [...said.keys()], regole: [...said.values()] };
}

interface Offer extends Told {
  /** This person can have its job report made, which is not there yet. */
  rapportino_da_generare?: 0 | 1;
}

/** The states to choose from, each with what stands in its way. */
type Offered = Map<number, Offer>;

async function ofNew(type: number | null, context: Context): Promise<Offered> {
  const asking = { transaction: context.database, language: context.language, setting: context.setting };
  const { states, passages, everyType } = await structureOf(asking);
  const next = reachable(passages, { role: context.user?.roleId, type, everyType });
  return new Map(
    [...next].map((id) => {
      const state = states.get(id);
      const asks = state && asksReportOfNew(state, context.setting);
      return [id, asks ? told(withoutReport(state, context), context) : NOTHING];
    }),
  );
}

async function ofExisting(
  schemas: Schemas,
  id: number,
  type: number | undefined,
  context: Context,
): Promise<Offered> {
  const { database, language, setting, user } = context;
  const stored = await interventionOf(database, schemas, id, context);
  const row = { ...stored, id_tipo_guasto: type ?? stored.id_tipo_guasto };
  const situation = await situationOf({ transaction: database, language, setting }, row, stored);
  const asked = { role: user?.roleId, type: row.id_tipo_guasto, everyType: situation.everyType };
  const writing = { ...context, entity: schemas.byResource.entity('odl'), now: new Date() };
  const mayWrite = mayChange(user, stored);
  const reading = { queryable: database, schemas };
  const outdated: Outdated =
    situation.facts.reported.length > 0 ? await outdatedReports(reading, stored, context) : new Map();
  const reasons = (state: State): Told => {
    if (!mayWrite)
      return { motivi: [say('not-your-intervention', language)], regole: ['not-your-intervention'] };
    const entering: Row = { ...row, id_stato: state.id };
    const against = refusalsOf(situation, entering, stored, writing);
    // What is missing says nothing to who may not enter the state at all.
    const barred = against.filter(({ rule }) => BARRING.has(rule));
    const all =
      barred.length > 0
        ? barred
        : [...against, ...withoutReport(state, context, situation.facts.reported, outdated)];
    return told(all, context);
  };
  // Those of other roles are shown to who asks why he has not got them.
  const whose = isOn(context.query.mostraNegati) ? { ...asked, role: undefined } : asked;
  const next = [...reachable(situation.passages, whose)].filter((state) => state !== stored.id_stato);
  /** Of a state that could be entered now, were it not for the report. */
  const unmade = (state: State, { regole }: Told): 0 | 1 => {
    const isThere = situation.facts.reported.includes(state.id) && !outdated.has(state.id);
    const isOpen = regole.every((rule) => OF_REPORT.includes(rule));
    return mayWrite && isOpen && !isThere && !reportObstacle(situation, state, stored.id_stato, user) ? 1 : 0;
  };
  const offer = (id: number, why: (state: State) => Told): [number, Offer] => {
    const state = situation.states.get(id)!;
    const said = why(state);
    return [id, { ...said, rapportino_da_generare: unmade(state, said) }];
  };
  return new Map([...next.map((id) => offer(id, reasons)), offer(stored.id_stato, () => NOTHING)]);
}

const QUERY = {
  all: { enum: ['0', '1'], description: 'Every state, also when an intervention is named' },
  idOdl: {
    type: 'integer',
    description: 'The states that may follow for this intervention; -1 is a new one',
  },
  mostraNegati: {
    enum: ['0', '1'],
    description: 'Those too that only other roles may enter, with the reason',
  },
  idTipo: { type: 'integer', description: 'As if it were of this intervention type' },
};

export function nextStateOverrides(schemas: Schemas, rules: RulesByResource): Override[] {
  const states = schemas.byResource.entity('stato');
  return [
    override(states.resource, 'list', (list) => ({
      query: { ...list.query, ...QUERY },
      async handle(context) {
        const { query } = context;
        if (query.all === '1' || (query.idOdl === undefined && query.idTipo === undefined))
          return list.handle(context);
        const [id, type] = [idAsked(query, 'idOdl'), idAsked(query, 'idTipo')];
        const [offered, reply] = await Promise.all([
          id === undefined ? ofNew(type ?? NONE, context) : ofExisting(schemas, id, type, context),
          listReply(states, schemas, rules, { ...context, query: {} }),
        ]);
        const rows = rowsIn(reply)
          .filter((row) => offered.has(numberOf(row.id) ?? 0))
          .sort(inOrder);
        return { data: rows.map((row) => ({ ...row, ...offered.get(numberOf(row.id) ?? 0) })) };
      },
    })),
  ];
}
