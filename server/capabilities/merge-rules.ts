/** Merges the rules of several domains for one entity. They run in order, each with its own prepared value. */
import type { Row } from '../../schemas/entity.ts';
import { allOf, type EntityRules, type RulesByResource, type WriteContext } from './rules.ts';

export function mergeRules(parts: RulesByResource[]): RulesByResource {
  const merged: Record<string, EntityRules[]> = {};
  for (const part of parts)
    for (const [resource, rules] of Object.entries(part)) {
      if (!rules) continue;
      merged[resource] ??= [];
      merged[resource].push(rules);
    }
  return Object.fromEntries(Object.entries(merged).map(([resource, list]) => [resource, inTurn(list)]));
}

/** Prepares rows that are created together. Returns a result for each. */
export async function preparedMany<P>(
  rules: EntityRules<Row, P>,
  rows: Row[],
  context: WriteContext,
): Promise<(P | undefined)[]> {
  if (rules.prepareMany) return rules.prepareMany(rows, context);
  const prepared: (P | undefined)[] = [];
  for (const row of rows) prepared.push(await rules.prepare?.(row, undefined, context));
  return prepared;
}

export async function afterMany<P>(
  rules: EntityRules<Row, P>,
  rows: Row[],
  context: WriteContext,
  prepared: P[],
): Promise<void> {
  if (rules.afterCreateMany) return rules.afterCreateMany(rows, context, prepared);
  if (rules.afterWrite)
    for (const [index, row] of rows.entries())
      await rules.afterWrite(row, undefined, context, prepared[index]);
}

/** The prepared values, in the order of the rules. */
type Each = readonly unknown[];

function inTurn(list: EntityRules[]): EntityRules {
  const [first, ...others] = list;
  return first && others.length === 0 ? first : { ...otherSteps(list), ...writeSteps(list) };
}

/** The steps outside of writes. */
const otherSteps = (list: EntityRules[]): EntityRules => ({
  patched: list.some(({ patched }) => patched),
  accept: (sent) => list.reduce((row, rules) => rules.accept?.(row) ?? row, sent),
  async guard(row, context, against) {
    for (const rules of list) await rules.guard?.(row, context, against);
  },
  computed: (context) => Object.assign({}, ...list.map((rules) => rules.computed?.(context))),
  async present(rows, context, only) {
    for (const rules of list) await rules.present?.(rows, context, only);
  },
  async presentOne(row, context) {
    for (const rules of list) await rules.presentOne?.(row, context);
  },
  visible: (context) => allOf(list.map((rules) => rules.visible?.(context))),
  where: (query, context) => allOf(list.map((rules) => rules.where?.(query, context))),
  carries: (query) => list.map((rules) => rules.carries?.(query)).find(Boolean),
});

const writeSteps = (list: EntityRules[]): EntityRules<Row, Each> => ({
  async given(sent, context) {
    const all = await Promise.all(list.map((rules) => rules.given?.(sent, context)));
    return Object.assign({}, ...all);
  },
  async holdFirst(id, context, against, sent) {
    for (const rules of list) await rules.holdFirst?.(id, context, against, sent);
  },
  async earliest(row, context) {
    const all = await Promise.all(list.map((rules) => rules.earliest?.(row, context)));
    return all.reduce((latest, one) => (one && (!latest || one > latest) ? one : latest), undefined);
  },
  prepare: (row, before, context) => Promise.all(list.map((rules) => rules.prepare?.(row, before, context))),
  async prepareMany(rows, context) {
    const each: Each[] = [];
    for (const rules of list) each.push(await preparedMany(rules, rows, context));
    return rows.map((_, index) => each.map((prepared) => prepared[index]));
  },
  prepareDelete: (row, context) => Promise.all(list.map((rules) => rules.prepareDelete?.(row, context))),
  async check(row, before, context, prepared) {
    const refusals = await Promise.all(
      list.map((rules, index) => rules.check?.(row, before, context, prepared[index]) ?? []),
    );
    return refusals.flat();
  },
  async beforeCreate(row, context, prepared) {
    for (const [index, rules] of list.entries()) await rules.beforeCreate?.(row, context, prepared[index]);
  },
  async afterCreateMany(rows, context, prepared) {
    for (const [index, rules] of list.entries())
      await afterMany(
        rules,
        rows,
        context,
        prepared.map((each) => each[index]),
      );
  },
  async beforeUpdate(row, before, context, prepared) {
    for (const [index, rules] of list.entries())
      await rules.beforeUpdate?.(row, before, context, prepared[index]);
  },
  async beforeDelete(row, context, prepared) {
    for (const [index, rules] of list.entries()) await rules.beforeDelete?.(row, context, prepared?.[index]);
  },
  async afterWrite(row, before, context, prepared) {
    for (const [index, rules] of list.entries())
      await rules.afterWrite?.(row, before, context, prepared?.[index]);
  },
});
