/** The reasons for a failed write, as problems: a newer version, or an error of the database. */
import { allows } from '../../schemas/access.ts';
import { type Entity, type Field, isLocked, type Row, writable } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import type { Refusal } from '../../schemas/validate.ts';
import { sameValue } from '../../schemas/values.ts';
import { violationOf } from '../database/violations.ts';
import type { Context } from '../http/call.ts';
import { conflict, invalid, type Problem, refused } from '../http/problem.ts';
import { instantText } from '../plant/plant-time.ts';
import { lastChange } from './history.ts';

/** Is thrown inside the transaction and handled outside, because the reply needs the record as displayed. */
export class Stale extends Error {}

export function agree(sent: Row, before: Row): void {
  const version = sent.versione;
  if (version === undefined || version === null) return;
  if (!Number.isInteger(version)) throw invalid([{ field: 'versione', rule: 'type-integer' }]);
  if (version !== before.versione) throw new Stale();
}

/**
 * Returns the conflict of an outdated version (I21), with the current record, so that users can compare the fields.
 */
export async function staleProblem(
  entity: Entity,
  record: Row,
  { database, setting }: Context,
): Promise<Problem> {
  const last = await lastChange(database, entity, record[entity.id]);
  const [who, when] = [last?.utente ?? '?', last?.data ?? String(record.data_ultima_mod)];
  return conflict('stale', {
    reason: 'stale',
    params: { who, when: instantText(when, setting) },
    data: { versione: record.versione, record, who, when },
  });
}

/** Returns the rule for a field that the user may not set, or that can no longer change. */
const lockOf = ({ locked }: Field): Refusal['rule'] =>
  locked?.own ? 'not-own' : locked?.for ? 'not-allowed' : 'locked';

export function writeRefusals(
  shape: Entity,
  sent: Row,
  before: Row | undefined,
  { user, setting }: Pick<Context, 'user' | 'setting'>,
): Refusal[] {
  return writable(shape).flatMap((field): Refusal[] => {
    if (!(field.name in sent) || sameValue(sent[field.name], before ? before[field.name] : field.default))
      return [];
    if (before && isLocked(field, before, user)) return [{ field: field.name, rule: lockOf(field) }];
    const allowed = !field.write || allows(field.write, user, setting);
    return allowed ? [] : [{ field: field.name, rule: 'not-allowed' }];
  });
}

/** Translates a database error into a problem. */
export function problemOf(error: unknown, entity: Entity, schemas: Schemas): Problem | undefined {
  const violation = violationOf(error, entity, schemas);
  if (!violation) return undefined;
  if (violation.kind === 'still-referenced')
    return conflict('still-referenced', { params: { by: violation.by?.titles ?? violation.table } });
  if (violation.kind === 'out-of-range') return refused('out-of-range');
  const refusals = violation.fields.map((field): Refusal => ({ field, rule: violation.kind }));
  return violation.kind === 'not-unique' ? conflict('not-unique', { refusals }) : invalid(refusals);
}
