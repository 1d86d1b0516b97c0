/**
 * Acts: the calls made from the files in schemas/actions/. This file handles access, validation, transaction,
 * history, reply and several records. A domain only writes the function that performs the act.
 */

import { type Act, actFor, groupByCall, isGivenByOthers, meantBy, shownOnce } from '../../schemas/act.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { suggestion as meantWord } from '../../schemas/faults.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import type { ActOf, ActResults, Acts } from '../../schemas/types.ts';
import { type Refusal, validate } from '../../schemas/validate.ts';
import { isEmpty } from '../../schemas/values.ts';
import type { Transaction } from '../database/engine.ts';
import type { Values } from '../database/sql.ts';
import type { Call, Context, Reply } from '../http/call.ts';
import { invalid, type Params, Problem, refusedField, type Sentence, say } from '../http/problem.ts';
import { readId, readIds } from '../requests/ids.ts';
import { actHistoryStatement, writeAct } from './act-history.ts';
import { describedAct } from './act-schema.ts';
import { Stale, staleProblem, writeRefusals } from './record-problems.ts';
import { type Records, recordsOf } from './records.ts';
import type { RulesByResource } from './rules.ts';
import { clean, inPlantTime, meant } from './sent-rows.ts';
import { type BodyOf, bodiesOf, eachForItself } from './several-records.ts';

export interface ActContext extends Context {
  /** The id of the record. */
  id: number;
  /**
   * Runs `work` in a transaction, then writes the act to the record's history. `work` can add to `facts` what the
   * body lacks.
   */
  within<T>(work: (transaction: Transaction, facts: Row) => Promise<T>): Promise<T>;
  /**
   * Returns SQL of a query named `line`, which writes a line of the history for each row of the query named
   * `done`.
   */
  historyQuery(values: Values, done: string): string;
  /** Sets the description of the reply. */
  describe(sentence: Sentence, params?: Params): void;
}

export interface ActHandler {
  name: string;
  /** How a key limits the act to one effect: see call.ts. */
  once?: Call['once'];
  /**
   * Performs the act. The body is valid by the file. If the reply is a row of an entity, the function returns its
   * id, or the row if it has read it completely.
   */
  handle(body: Row, context: ActContext): Promise<unknown>;
  /** Returns refusals beyond those of the file, reported together with them. */
  check?(body: Row, sent: Row): Refusal[];
}

type Check<N extends keyof Acts> = (body: ActOf<N>, sent: Row) => Refusal[];

/** Defines the function of a domain that performs the act of this name. */
export const act = <N extends keyof Acts>(
  name: N,
  handle: (body: ActOf<N>, context: ActContext) => Promise<ActResults[N]>,
  check?: Check<N>,
): ActHandler => {
  // The body was already validated by the act's file.
  const typed = (body: Row) => body as ActOf<N>;
  return {
    name,
    handle: (body, context) => handle(typed(body), context),
    check: check && ((body, sent) => check(typed(body), sent)),
  };
};

/** Throws the refusals. A single one becomes the description of the reply. */
function refuse(refusals: Refusal[]): void {
  const [first, ...more] = refusals;
  if (first) throw more.length > 0 ? invalid(refusals) : refusedField(first);
}

/** Returns whether the fields of a row are sent instead of the row. Then only the missing fields are reported. */
function isCoveredByOthers(form: Entity, sent: Row, { field: name, rule }: Refusal): boolean {
  const field = form.field(name);
  if (rule !== 'required' || !field || !isGivenByOthers(field)) return false;
  return Object.keys(field.rows?.fills ?? {}).some((other) => other in sent || form.field(other)?.required);
}

const numberOr = (text: string): string | number => (/^-?\d{1,15}$/.test(text) ? Number(text) : text);

/**
 * Returns the values from the address. Path parameters replace those of the body, query parameters are used if the
 * body lacks them.
 */
function addressValues({ params, query }: Act, body: Row, context: Context): Row {
  const { id, ...others } = params;
  const fromPath = Object.entries(others).map(([parameter, name]) => [
    name,
    readId(context.params[parameter]),
  ]);
  const defaults = Object.entries({
    ...Object.fromEntries(
      Object.entries(query).map(([parameter, name]) => [name, numberOr(context.query[parameter] ?? '')]),
    ),
    ...(id && { [id]: readId(context.params.id) }),
  }).filter(([name, value]) => isEmpty(body[name]) && !isEmpty(value));
  return Object.fromEntries([...defaults, ...fromPath]);
}

/** Refuses a body that names another record than the address. */
function otherRecordRefusals({ params, form }: Act, body: Row, context: Context): Refusal[] {
  const field = form.field(params.id ?? '');
  if (!field || body[field.name] === readId(context.params.id)) return [];
  return [{ field: field.name, rule: field.tells?.['other-record'] ?? 'other-record' }];
}

/** Reads and validates a body, with the values from the address. */
function readBody(definition: Act, { check }: ActHandler, context: Context): Row {
  const { form } = definition;
  const named = meantBy(definition, context.body);
  const sent = { ...named, ...addressValues(definition, named, context) };
  const body = inPlantTime(meant(clean(sent, form), form), form, context.setting);
  const refusals = validate(form, body).filter((refusal) => !isCoveredByOthers(form, sent, refusal));
  const faulty = new Set(refusals.map(({ field }) => field));
  const more = [
    ...writeRefusals(form, body, undefined, context),
    ...otherRecordRefusals(definition, body, context),
    ...(check?.(body, sent) ?? []),
  ];
  refuse([...refusals, ...more.filter(({ field }) => !faulty.has(field))]);
  return body;
}

const nullIfMissing = (error: unknown): null => {
  if (error instanceof Problem && error.status === 404) return null;
  throw error;
};

interface Doing {
  act: Act;
  handler: ActHandler;
  /** The records for the reply: of the entity whose row the act returns, or else of the entity that it changes. */
  records: Records;
  /** The entity that the act changes. */
  entity: Entity;
  /** The records that the act changes. */
  targets: Records;
}

/** Translates an error of a handler. If there is a newer version, the reply contains the current record (I21). */
async function problemOf(
  { records, entity, targets }: Doing,
  id: number,
  error: unknown,
  context: Context,
): Promise<unknown> {
  if (error instanceof Stale) return staleProblem(entity, await targets.read(id, context), context);
  return records.asProblem(error);
}

async function answer(
  { act: definition, records }: Doing,
  result: unknown,
  context: Context,
): Promise<Reply> {
  if (typeof definition.reply !== 'string') return { data: result ?? null };
  if (result === undefined) return { data: null };
  if (typeof result === 'object') return { data: result };
  // The write is done. If someone has deleted the record since then, the reply is null.
  return { data: await records.read(Number(result), context).catch(nullIfMissing) };
}

async function perform(doing: Doing, schemas: Schemas, context: Context): Promise<Reply> {
  const { act: definition, handler } = doing;
  const id = readId(context.params.id);
  const body = readBody(definition, handler, context);
  let description: string | undefined;
  const describe: ActContext['describe'] = (sentence, params) => {
    description = say(sentence, context.language, params);
  };
  const within: ActContext['within'] = (work) =>
    context.database.transaction(async (transaction) => {
      const facts: Row = { ...body };
      const result = await work(transaction, facts);
      await writeAct(transaction, definition, { id, facts, user: context.user }, schemas);
      return result;
    });
  const historyQuery: ActContext['historyQuery'] = (values, done) => {
    const line = actHistoryStatement(
      definition,
      { id, facts: body, user: context.user },
      schemas,
      values,
      done,
    );
    return `line as (${line ?? 'select'})`;
  };
  try {
    const result = await handler.handle(body, {
      ...context,
      id,
      within,
      historyQuery,
      describe,
    });
    return { ...(await answer(doing, result, context)), ...(description && { description }) };
  } catch (error) {
    throw await problemOf(doing, id, error, context);
  }
}

const performEach = (doing: Doing, schemas: Schemas, bodies: BodyOf[], context: Context): Promise<Row[]> =>
  eachForItself(bodies, context, async ({ id, body }) => {
    const { data } = await perform(doing, schemas, {
      ...context,
      body,
      params: { ...context.params, id: String(id) },
    });
    return { data };
  });

/** Performs an act whose address takes several ids. For a single id the reply is that of a single record. */
async function performMany(doing: Doing, schemas: Schemas, context: Context): Promise<Reply> {
  const ids = readIds(context.params.id);
  const bodies = doing.act.versioned
    ? bodiesOf(context.body, ids)
    : ids.map((id) => ({ id, body: context.body }));
  const [first, ...others] = bodies;
  return first && others.length === 0
    ? perform(doing, schemas, { ...context, body: first.body })
    : { data: await performEach(doing, schemas, bodies, context) };
}

/** Checks that the user may still see the records, before a stored response is sent again. */
const replayOf = ({ on }: Act, schemas: Schemas, rules: RulesByResource): Pick<Call, 'replay'> => {
  const entity = schemas.byName.get(on);
  if (!entity) return {};
  const records = recordsOf(entity, schemas, rules);
  return {
    async replay(data, context) {
      for (const id of readIds(context.params.id)) await records.find(id, context);
      return data;
    },
  };
};

export function actCalls(schemas: Schemas, rules: RulesByResource, handlers: ActHandler[]): Call[] {
  const byName = new Map(handlers.map((handler) => [handler.name, handler]));
  const handled = schemas.acts.filter(({ made }) => made === undefined);
  const doings = handled.map((definition): Doing => {
    const handler = byName.get(definition.name);
    if (!handler) throw new Error(`schemas/actions/${definition.name}.json: no domain performs this act`);
    const entity = schemas.byName.entity(definition.on);
    const targets = recordsOf(entity, schemas, rules);
    const replied = typeof definition.reply === 'string' && schemas.byName.get(definition.reply);
    const records = replied ? recordsOf(replied, schemas, rules) : targets;
    return { act: definition, handler, records, entity, targets };
  });
  for (const { name } of handlers)
    if (!handled.some((definition) => definition.name === name))
      throw new Error(`No file schemas/actions/${name}.json`);

  const callsOf = (shared: Doing[]): Call[] =>
    describedAct(
      shared.map(({ act: definition }) => definition),
      schemas,
    ).map((described) => ({
      ...described,
      ...Object.assign({}, ...shared.map(({ act: definition }) => replayOf(definition, schemas, rules))),
      once: shared[0]?.handler.once,
      shownOnce: shared.flatMap(({ act: definition }) => shownOnce(definition).map(({ name }) => name)),
      async handle(context) {
        const selected = actFor(
          shared.map(({ act: definition }) => definition),
          context.body,
        );
        const doing = shared.find(({ act: definition }) => definition === selected);
        if (!doing) throw new Error(`The act ${selected.name} has no handler.`);
        return selected.many ? performMany(doing, schemas, context) : perform(doing, schemas, context);
      },
    }));
  return [...groupByCall(handled).values()].flatMap((acts) =>
    callsOf(doings.filter(({ act: definition }) => acts.includes(definition))),
  );
}

const addressOf = (method: string, path: string): string => `${method} ${path.replaceAll(/:\w+/g, ':')}`;

/** Checks that an act performed by an entity's call has that call's method and address. */
export function requireMade(schemas: Schemas, calls: Call[]): void {
  const named = new Map(calls.flatMap((call) => (call.name ? [[call.name, call] as const] : [])));
  for (const { name, made, method, path, many } of schemas.acts.filter(
    (definition) => definition.made !== undefined,
  )) {
    const [file, call] = [`schemas/actions/${name}.json: /x-call`, named.get(made ?? '')];
    if (!call) throw new Error(`${file}/made: no call ${made}${meantWord(made, named.keys())}`);
    if (addressOf(method, path) !== addressOf(call.method, call.path))
      throw new Error(`${file}: ${made} is ${call.method} ${call.path}`);
    if (many && !call.many) throw new Error(`schemas/actions/${name}.json: /x-many: ${made} takes one id`);
  }
}
