/** GET /stato/: all states, or those an intervention may enter next with the reasons against each. */

import type { Language, Row } from '../../../../schemas/entity.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { Control } from '../../../../schemas/state-controls.ts';
import { sentence } from '../../../../schemas/validate.ts';
import { numberOf } from '../../../../schemas/values.ts';
import { listReply } from '../../../capabilities/crud.ts';
import { type Override, override } from '../../../capabilities/overrides.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import type { Queryable } from '../../../database/engine.ts';
import { type Context, rowsIn } from '../../../http/call.ts';
import { notFound, type Problem, say } from '../../../http/problem.ts';
import { idParameter, isOn } from '../../../requests/list-parameters.ts';
import { type Intervention, interventionOf, mayChange, notYours } from '../reach/rights.ts';
import type { Change } from '../report/changes.ts';
import { reportsChecked } from '../report/need.ts';
import { inOneLine, outdatedReports } from '../report/seal.ts';
import { BLOCKING, newNeedsReport, type Reason } from '../rules/checks.ts';
import { refusalsOf } from '../rules/refusals.ts';
import { type Situation, type State, situationOf, structureOf } from '../rules/situation.ts';
import { type Passage, reachable, type TransitionRequest } from '../rules/transitions.ts';
import { reportObstacle } from './report-states.ts';

const LAST = 9999;

const inOrder = (one: Row, other: Row): number =>
  Number(one.ordine ?? LAST) - Number(other.ordine ?? LAST) || Number(one.id) - Number(other.id);

/** The changes since the report of a state, by state. */
type Outdated = Map<number, Change[]>;

/**
 * Returns the reason if the report of the state is missing or outdated. `reported` contains the states with a
 * report.
 */
function withoutReport(
  state: State,
  { setting }: Context,
  reported: number[] = [],
  outdated?: Outdated,
): Reason[] {
  if (state.firma !== 1 || !reportsChecked(setting)) return [];
  const changes = outdated?.get(state.id);
  if (changes)
    return [{ field: 'id_stato', rule: 'report-changed', params: { changes: inOneLine(changes) } }];
  if (reported.includes(state.id)) return [];
  return [{ field: 'id_stato', rule: 'report-missing', params: { to: state.descrizione } }];
}

const REPORT_RULES: readonly string[] = ['report-missing', 'report-changed'];

/**
 * The messages, each once, with the rule and the field of each, which tell whether and where a page can resolve it.
 */
interface Reasons {
  motivi: string[];
  regole: string[];
  campi: string[];
}

const NOTHING: Reasons = { motivi: [], regole: [], campi: [] };

function reasonsOf(reasons: Reason[], { language }: Context): Reasons {
  const bySentence = new Map(
    reasons.map(({ rule, alone = rule, field, params }) => [
      sentence(alone, language, params),
      { rule: alone, field },
    ]),
  );
  const causes = [...bySentence.values()];
  return {
    motivi: [...bySentence.keys()],
    regole: causes.map(({ rule }) => rule),
    campi: causes.map(({ field }) => field),
  };
}

interface Offer extends Reasons {
  /** 1 if the user can generate the missing job report of this state. */
  rapportino_da_generare?: 0 | 1;
  /** The fields that checks of this state test, whether they pass or not. */
  campi_controllati?: string[];
  /** These checks, with which a page checks what the user types. */
  controlli?: Control[];
  /** 1 if the user could return from this state to the current one. */
  annullabile?: 0 | 1;
}

/** The selectable states with the reasons against them. */
type Offers = Map<number, Offer>;

async function offersForNew(type: number | null, context: Context): Promise<Offers> {
  const readContext = { transaction: context.database, language: context.language, setting: context.setting };
  const { states, passages, everyType } = await structureOf(readContext);
  const next = reachable(passages, { role: context.user?.roleId, type, everyType });
  return new Map(
    [...next].map((id) => {
      const state = states.get(id);
      const needsReport = state && newNeedsReport(state, context.setting);
      return [id, needsReport ? reasonsOf(withoutReport(state, context), context) : NOTHING];
    }),
  );
}

const controlsOf = ({ controls }: Situation, state: number): Control[] =>
  controls.filter(({ stato }) => stato === state).map(({ stato: _, ...control }) => control);

const checkedFields = (controls: Control[]): string[] => [...new Set(controls.map(({ campo }) => campo))];

/** Returns the states, among these, from which the user may enter the present state again. */
async function statesBackTo(
  queryable: Queryable,
  state: number,
  from: number[],
  request: TransitionRequest,
): Promise<Set<number>> {
  const { rows } = await queryable.query<Passage & { parent: number }>(
    `select id_stato_padre as parent, id_stato as stato, id_ruolo as ruolo, id_tipo_intervento as tipo
     from stato_struttura where id_stato = $1`,
    [state],
  );
  return new Set(
    from.filter((id) => {
      const passages = rows.filter(({ parent }) => parent === id);
      return reachable(passages, request).has(state);
    }),
  );
}

/**
 * Returns the intervention as it would be in another state, with the user as technician if it has none. So devices
 * can read in advance the states that follow those that can be entered without a connection.
 */
async function imagined(work: Intervention, from: number | undefined, { database, user }: Context) {
  if (from === undefined) return work;
  const { rows } = await database.query<Pick<Intervention, 'id_tipo_stato_odl' | 'cod_stato'>>(
    'select id_tipo_stato_odl, codice as cod_stato from stato where id = $1',
    [from],
  );
  const [state] = rows;
  if (!state) throw notFound();
  const technician = user?.family === 'RIFTEC' ? user.id : null;
  return { ...work, ...state, id_stato: from, id_tecnico: work.id_tecnico ?? technician };
}

interface OfferQuery {
  type: number | undefined;
  from: number | undefined;
}

/** Returns why an intervention that the user may not change enters no state. */
const reasonsOfOthers = ({ key, params }: Problem, language: Language): Reasons => ({
  motivi: [say(key, language, params)],
  regole: ['not-your-intervention'],
  campi: ['id_stato'],
});

async function offersForExisting(
  schemas: Schemas,
  id: number,
  { type, from }: OfferQuery,
  context: Context,
): Promise<Offers> {
  const { database, language, setting, user } = context;
  const stored = await imagined(await interventionOf(database, schemas, id, context), from, context);
  const row = { ...stored, id_tipo_guasto: type ?? stored.id_tipo_guasto };
  const situation = await situationOf({ transaction: database, language, setting }, row, stored);
  const reachableBy = { role: user?.roleId, type: row.id_tipo_guasto, everyType: situation.everyType };
  const writing = { ...context, entity: schemas.byResource.entity('odl'), now: new Date() };
  const notTheirs = mayChange(user, stored) ? undefined : await notYours(database, user, stored);
  const reading = { queryable: database, schemas };
  const outdated: Outdated =
    situation.facts.reported.length > 0 ? await outdatedReports(reading, stored, context) : new Map();
  const reasons = (state: State): Reasons => {
    if (notTheirs) return reasonsOfOthers(notTheirs, language);
    const entering: Row = { ...row, id_stato: state.id };
    const against = refusalsOf(situation, entering, stored, writing);
    // Missing values are not reported if the user may not enter the state at all.
    const blocking = against.filter(({ rule }) => BLOCKING.has(rule));
    const all =
      blocking.length > 0
        ? blocking
        : [...against, ...withoutReport(state, context, situation.facts.reported, outdated)];
    return reasonsOf(all, context);
  };
  // With `mostraNegati`, the states of other roles are included.
  const reachFor = isOn(context.query.mostraNegati) ? { ...reachableBy, role: undefined } : reachableBy;
  const next = [...reachable(situation.passages, reachFor)].filter((state) => state !== stored.id_stato);
  /** Returns 1 for a state that could be entered now if its report existed. */
  const canGenerateReport = (state: State, { regole }: Reasons): 0 | 1 => {
    const isThere = situation.facts.reported.includes(state.id) && !outdated.has(state.id);
    const isOpen = regole.every((rule) => REPORT_RULES.includes(rule));
    return !notTheirs && isOpen && !isThere && !reportObstacle(situation, state, stored.id_stato, user)
      ? 1
      : 0;
  };
  const returns = await statesBackTo(database, stored.id_stato, next, reachableBy);
  const offerOf = (id: number, reasonsFor: (state: State) => Reasons): [number, Offer] => {
    const state = situation.states.get(id)!;
    const found = reasonsFor(state);
    const controls = controlsOf(situation, id);
    return [
      id,
      {
        ...found,
        rapportino_da_generare: canGenerateReport(state, found),
        campi_controllati: checkedFields(controls),
        controlli: controls,
        annullabile: !notTheirs && returns.has(id) ? 1 : 0,
      },
    ];
  };
  return new Map([...next.map((id) => offerOf(id, reasons)), offerOf(stored.id_stato, () => NOTHING)]);
}

const QUERY = {
  all: { enum: ['0', '1'], description: '1 returns all states, even with idOdl' },
  idOdl: {
    type: 'integer',
    description: 'The id of an intervention: only states that may follow; -1 for a new intervention',
  },
  mostraNegati: {
    enum: ['0', '1'],
    description: '1 includes states that only other roles may enter, with the reason',
  },
  daStato: {
    type: 'integer',
    description: 'With idOdl: the id of a state that the intervention is taken to be in, instead of its own',
  },
  idTipo: {
    type: 'integer',
    description: 'The id of an intervention type to use instead of the current one',
  },
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
        const [id, type] = [idParameter(query, 'idOdl'), idParameter(query, 'idTipo')];
        const [offered, reply] = await Promise.all([
          id === undefined
            ? offersForNew(type ?? null, context)
            : offersForExisting(schemas, id, { type, from: idParameter(query, 'daStato') }, context),
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
