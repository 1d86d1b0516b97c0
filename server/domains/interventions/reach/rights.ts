/** Who may do what with an intervention: pure answers, and the row itself, held within reach, for what hangs on it. */
import type { Row } from '../../../../schemas/entity.ts';
import { INVOICED_CODE, isOver, OPENING } from '../../../../schemas/interventions.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { ListCondition } from '../../../capabilities/rules.ts';
import type { Queryable } from '../../../database/engine.ts';
import { scopeConditions } from '../../../database/list-query.ts';
import { MarkedValues, Values } from '../../../database/sql.ts';
import type { Context, User } from '../../../http/call.ts';
import { forbidden, notFound } from '../../../http/problem.ts';

/** What the answers depend on. */
export interface Subject {
  id_tecnico: number | null;
  id_usr_ins: number | null;
  id_tipo_stato_odl: number;
  cod_stato: string;
}

export type Actor = Pick<User, 'id' | 'family'>;

export const isAdmin = (user: Actor | undefined): boolean =>
  user === undefined || user.family === 'SUADMIN' || user.family === 'SUPER';

/** Assigned to him, or to nobody; raised by him. */
const isHis = (user: Actor, { id_tecnico, id_usr_ins }: Subject): boolean =>
  user.family === 'RIFTEC' ? id_tecnico === null || id_tecnico === user.id : id_usr_ins === user.id;

/** Nobody behind a call is the product itself. */
export function mayChange(user: Actor | undefined, subject: Subject): boolean {
  if (subject.cod_stato === INVOICED_CODE) return user === undefined;
  if (user === undefined || isAdmin(user)) return true;
  if (user.family === 'RIFTEC') return isHis(user, subject) && !isOver(subject.id_tipo_stato_odl);
  // A technician who has read it must not find another text at the machine.
  return isHis(user, subject) && subject.id_tipo_stato_odl === OPENING && subject.id_tecnico === null;
}

/** Who reports goes on telling of what he reported. */
export const mayComment = (user: Actor | undefined, subject: Subject): boolean =>
  user?.family !== 'RESP' || isHis(user, subject);

/** Files are put in by who may change it, and by who reported it until it is over. */
export const mayAttach = (user: Actor | undefined, subject: Subject): boolean =>
  mayChange(user, subject) ||
  (user?.family === 'RESP' && isHis(user, subject) && !isOver(subject.id_tipo_stato_odl));

export const mayCopy = (user: Actor | undefined, subject: Subject): boolean =>
  user === undefined || isAdmin(user) || isHis(user, subject);

export const mayReschedule = (user: Actor | undefined, subject: Subject): boolean =>
  mayChange(user, subject) && !isOver(subject.id_tipo_stato_odl);

/** Who may not see an asset sees nothing of the work on it; the intervention's alias is t. */
export function withinReach(schemas: Schemas, { user }: Pick<Context, 'user'>): ListCondition | undefined {
  const values = new MarkedValues();
  const reach = scopeConditions(schemas.byResource.entity('oggetto'), user?.scopes, values, 'a');
  if (reach.length === 0) return undefined;
  const sql = `exists (select 1 from oggetto a where a.id = t.id_oggetto and ${reach.join(' and ')})`;
  return { sql, values: values.list };
}

export interface Intervention extends Subject, Row {
  id: number;
  id_oggetto: number;
  id_stato: number;
  id_tipo_guasto: number;
  id_classe_intervento: number | null;
  id_checklist: number | null;
}

interface Wanted {
  /** Only who may change it: 403 otherwise. */
  change?: boolean;
  /** Only who may do this with it. */
  may?: (user: Actor | undefined, subject: Subject) => boolean;
  /** Held until the transaction ends, before anything that hangs on it. */
  hold?: boolean;
}

/** The intervention, for who may see it; unknown to everybody else. */
export async function interventionOf(
  queryable: Queryable,
  schemas: Schemas,
  id: number,
  context: Pick<Context, 'user'>,
  { change = false, may = change ? mayChange : undefined, hold = false }: Wanted = {},
): Promise<Intervention> {
  const values = new Values();
  const reach = withinReach(schemas, context);
  const all = [`t.id = ${values.add(id)}`, ...(reach ? [values.fill(reach.sql, reach.values)] : [])];
  // Held first, joined then: after a wait the state joined is that of the row as it became.
  const row = `select t.* from odl t where ${all.join(' and ')}${hold ? ' for no key update of t' : ''}`;
  const { rows } = await queryable.query<Intervention>(
    `select o.*, s.id_tipo_stato_odl, s.codice as cod_stato from (${row}) o join stato s on s.id = o.id_stato`,
    values.list,
  );
  if (!rows[0]) throw notFound();
  if (may && !may(context.user, rows[0])) throw forbidden('not-your-intervention');
  return rows[0];
}
