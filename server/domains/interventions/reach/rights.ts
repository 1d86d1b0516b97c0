/**
 * Permissions of a user for an intervention, computed from its row, and the read of the row within the user's
 * scope.
 */
import { administers } from '../../../../schemas/access.ts';
import type { Row, Text } from '../../../../schemas/entity.ts';
import { INVOICED_CODE, isOver, OPENING, OVER_SQL } from '../../../../schemas/interventions.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { ListCondition } from '../../../capabilities/rules.ts';
import type { Queryable } from '../../../database/engine.ts';
import { scopeConditions } from '../../../database/list-query.ts';
import { onlyRow } from '../../../database/rows.ts';
import { inLanguage, MarkedValues, Values } from '../../../database/sql.ts';
import type { Context, User } from '../../../http/call.ts';
import { forbidden, notFound, type Problem } from '../../../http/problem.ts';
import { namesOf } from '../../../plant/accounts.ts';

/** The facts that permissions depend on. */
export interface Subject {
  id_tecnico: number | null;
  id_usr_ins: number | null;
  id_tipo_stato_odl: number;
  cod_stato: string;
}

export type Actor = Pick<User, 'id' | 'family'>;

export const isAdmin = (user: Actor | undefined): boolean => user === undefined || administers(user.family);

/** Reads the facts from a row that was read with their columns. */
export const subjectOf = (row: Row): Subject => row as unknown as Subject;

/** Returns whether the intervention is assigned to the user or to nobody, or was reported by the user. */
const isOwn = (user: Actor, { id_tecnico, id_usr_ins }: Subject): boolean =>
  user.family === 'RIFTEC' ? id_tecnico === null || id_tecnico === user.id : id_usr_ins === user.id;

/** Returns whether the user may change the intervention. Without a user, the server itself makes the call. */
export function mayChange(user: Actor | undefined, subject: Subject): boolean {
  if (subject.cod_stato === INVOICED_CODE) return user === undefined;
  if (user === undefined || isAdmin(user)) return true;
  if (user.family === 'RIFTEC') return isOwn(user, subject) && !isOver(subject.id_tipo_stato_odl);
  // A requester's text must not change after a technician may have read it.
  return isOwn(user, subject) && subject.id_tipo_stato_odl === OPENING && subject.id_tecnico === null;
}

/** Returns whether the user may comment. Requesters may comment on interventions that they reported. */
export const mayComment = (user: Actor | undefined, subject: Subject): boolean =>
  user?.family !== 'RESP' || isOwn(user, subject);

/**
 * Returns whether the user may add files: users who may change the intervention, and its requester until it is
 * over.
 */
export const mayAttach = (user: Actor | undefined, subject: Subject): boolean =>
  mayChange(user, subject) ||
  (user?.family === 'RESP' && isOwn(user, subject) && !isOver(subject.id_tipo_stato_odl));

export const mayCopy = (user: Actor | undefined, subject: Subject): boolean =>
  user === undefined || isAdmin(user) || isOwn(user, subject);

export const mayReschedule = (user: Actor | undefined, subject: Subject): boolean =>
  mayChange(user, subject) && !isOver(subject.id_tipo_stato_odl);

/** Returns whether a technician keeps the user from the intervention: another one, or for its requester any. */
const isAssignedAway = (user: Actor | undefined, subject: Subject): boolean =>
  subject.id_tecnico !== null &&
  (user?.family === 'RIFTEC'
    ? subject.id_tecnico !== user.id
    : user?.family === 'RESP' && isOwn(user, subject));

type Permission = (user: Actor | undefined, subject: Subject) => boolean;

/** Returns whether the state alone forbids it: the user might not do it if the intervention were theirs either. */
const isForbiddenByState = (may: Permission, user: Actor | undefined, subject: Subject): boolean =>
  !may(user, { ...subject, id_tecnico: null, id_usr_ins: user?.id ?? null });

/** Returns the name of the state, and whether work that is over can leave it. */
async function stateOf(queryable: Queryable, code: string): Promise<{ state: Text; reopens: boolean }> {
  const { rows } = await queryable.query<Text & { reopens: boolean }>(
    `select ${inLanguage('s', 'descrizione', 'it')} as it, ${inLanguage('s', 'descrizione', 'en')} as en,
       exists (select 1 from stato_struttura p join stato n on n.id = p.id_stato
         where p.id_stato_padre = s.id and n.id_tipo_stato_odl not in ${OVER_SQL}) as reopens
     from stato s where s.codice = $1`,
    [code],
  );
  const { reopens, ...state } = onlyRow(rows);
  return { state, reopens };
}

/** Returns the refusal of work in its last states. It names the state, and who may still change the work. */
async function closedRefusal(queryable: Queryable, code: string): Promise<Problem> {
  const { state, reopens } = await stateOf(queryable, code);
  if (code === INVOICED_CODE) return forbidden('intervention-invoiced', { state });
  return forbidden(reopens ? 'intervention-over-reopens' : 'intervention-over', { state });
}

/**
 * Returns the refusal of a user without this permission. It gives the reason: the state, or the technician who has the
 * intervention now.
 */
export async function notYours(
  queryable: Queryable,
  user: Actor | undefined,
  subject: Subject,
  may: Permission = mayChange,
): Promise<Problem> {
  const { id_tecnico: technician, cod_stato: code, id_tipo_stato_odl: type } = subject;
  const byState = isForbiddenByState(may, user, subject);
  if (byState && (isOver(type) || code === INVOICED_CODE)) return closedRefusal(queryable, code);
  const names = isAssignedAway(user, subject) ? await namesOf(queryable, [technician!]) : undefined;
  const who = names?.get(technician!);
  if (who) return forbidden('assigned-to-another', { who });
  return byState && user && isOwn(user, subject)
    ? forbidden('intervention-begun', { state: (await stateOf(queryable, code)).state })
    : forbidden('not-your-intervention');
}

/**
 * Returns the condition that the user may see the asset, and so the intervention. The intervention keeps the columns of
 * the asset that limit users.
 */
export function withinReach(
  schemas: Schemas,
  { user }: Pick<Context, 'user'>,
  alias = 't',
): ListCondition | undefined {
  const values = new MarkedValues();
  const reach = scopeConditions(schemas.byResource.entity('oggetto'), user?.scopes, values, alias);
  return reach.length === 0 ? undefined : { sql: reach.join(' and '), values: values.list };
}

export interface Intervention extends Subject, Row {
  id: number;
  id_oggetto: number;
  id_stato: number;
  id_tipo_guasto: number;
  id_classe_intervento: number | null;
  id_checklist: number | null;
}

interface ReadOptions {
  /** Throws 403 if the user may not change the intervention. */
  change?: boolean;
  /** Throws 403 if this function returns false. */
  may?: Permission;
  /** Locks the intervention until the transaction ends, before rows that belong to it are locked. */
  lock?: boolean;
}

/** Returns the intervention. Throws 404 if the user may not see it. */
export async function interventionOf(
  queryable: Queryable,
  schemas: Schemas,
  id: number,
  context: Pick<Context, 'user'>,
  { change = false, may = change ? mayChange : undefined, lock = false }: ReadOptions = {},
): Promise<Intervention> {
  const values = new Values();
  const reach = withinReach(schemas, context);
  const conditions = [`t.id = ${values.add(id)}`, ...(reach ? [values.fill(reach.sql, reach.values)] : [])];
  // The lock comes before the join: after a wait for the lock, the joined state must be the state of the current
  // row.
  const row = `select t.* from odl t where ${conditions.join(' and ')}${lock ? ' for no key update of t' : ''}`;
  const { rows } = await queryable.query<Intervention>(
    `select o.*, s.id_tipo_stato_odl, s.codice as cod_stato from (${row}) o join stato s on s.id = o.id_stato`,
    values.list,
  );
  if (!rows[0]) throw notFound();
  if (may && !may(context.user, rows[0])) throw await notYours(queryable, context.user, rows[0], may);
  return rows[0];
}
