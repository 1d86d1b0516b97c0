/** The checks before a write: the schema, write access to fields, and the rules of domains. */
import { ALL_CLASSES } from '../../schemas/custom-fields.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { type Refusal, validate } from '../../schemas/validate.ts';
import { invalid } from '../http/problem.ts';
import { classOf, customisedFor } from './custom-fields.ts';
import type { RecordContext } from './record-context.ts';
import { writeRefusals } from './record-problems.ts';
import { requireUnprotected } from './record-reach.ts';
import type { GuardContext, WriteContext, Writer } from './rules.ts';
import { clean, inPlantTime, meant, without, written } from './sent-rows.ts';

/** Returns the entity with the custom fields of this row's class. */
export const shapeOf = ({ entity }: RecordContext, row: Row, writer: Writer): Entity =>
  customisedFor(writer, entity, classOf(entity, row) ?? ALL_CLASSES);

/** Returns the cleaned and normalised values of a request. */
export const cleaned = (
  { entity, rules }: RecordContext,
  sent: Row,
  { setting }: Writer,
  before?: Row,
): Row => inPlantTime(meant(clean(rules.accept?.(sent) ?? sent, entity), entity, before), entity, setting);

export async function guard(
  { entity, rules }: RecordContext,
  row: Row,
  against: 'update' | 'delete',
  context: GuardContext,
): Promise<void> {
  await rules.guard?.(row, context, against);
  requireUnprotected(entity, row, against, context);
}

export interface ToCheck {
  /** The entity with the custom fields of the row's class. */
  shape: Entity;
  sent: Row;
  /** The row after the write. */
  row: Row;
  before?: Row;
  /** Values that the server sets, which need no permission. */
  fixed?: Row;
  /** Checks the references of the row. Its query is sent together with what the rules prepare. */
  targets?: (row: Row) => Promise<void>;
}

type Prepare = (row: Row) => unknown;

function wrongIn({ entity }: RecordContext, { shape, sent, row, before }: ToCheck): Refusal[] {
  // Another class requires other fields. If the class changes, the whole record is checked.
  const partial = before !== undefined && classOf(entity, before) === classOf(entity, row);
  return validate(shape, partial ? sent : { ...written(shape, row), ...sent }, { partial, stored: before });
}

/**
 * Checks a row. Checks of domains and write locks count only for fields that are otherwise valid. A domain's
 * message on a missing field replaces the general one. Returns the values that the rules have prepared.
 */
export async function check(
  recordContext: RecordContext,
  input: ToCheck,
  write: WriteContext,
  prepare: Prepare = (row) => recordContext.rules.prepare?.(row, input.before, write),
): Promise<unknown> {
  const { shape, sent, row, before, fixed = {}, targets } = input;
  const schemaRefusals = wrongIn(recordContext, input);
  const faulty = new Set(schemaRefusals.filter(({ rule }) => rule !== 'required').map(({ field }) => field));
  const withoutFaulty = (values: Row): Row => (faulty.size > 0 ? without(values, faulty) : values);
  const validRow = withoutFaulty(row);
  const [preparation, reached] = await Promise.allSettled([prepare(validRow), targets?.(validRow)]);
  if (preparation.status === 'rejected') throw preparation.reason;
  const prepared = preparation.value;
  const refusals = [
    ...schemaRefusals,
    ...writeRefusals(shape, without(withoutFaulty(sent), new Set(Object.keys(fixed))), before, write),
    ...((await recordContext.rules.check?.(validRow, before, write, prepared)) ?? []).filter(
      ({ field }) => !faulty.has(field),
    ),
  ];
  if (refusals.length > 0) throw invalid(refusals);
  if (reached.status === 'rejected') throw reached.reason;
  return prepared;
}
