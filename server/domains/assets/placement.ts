/**
 * The parent of an asset limits its class, its organisation and whether it is in service. Changes of organisation
 * and service apply to all assets below it.
 */

import type { Row } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import type { Refusal } from '../../../schemas/validate.ts';
import { differs } from '../../../schemas/values.ts';
import { changeBelow, requireReachBelow } from '../../capabilities/hierarchy-below.ts';
import { holdTree, holdTreeFirst } from '../../capabilities/hierarchy-closure.ts';
import type { PreparedRules, WriteContext } from '../../capabilities/rules.ts';
import { type Statement, scopeConditions } from '../../database/list-query.ts';
import { Values } from '../../database/sql.ts';

/** The row that means all organisations. */
const ALL = 1;

interface Parent {
  dismesso: number;
  id_organizzazione: number;
  /** Whether the parent is within the user's scope. If not, the write reports it as missing. */
  reachable: boolean;
  /** Whether the class structure allows the asset below it. */
  fits: boolean;
}

/** Returns the query of the children of an asset that the class structure does not allow below a class. */
export const misfitsBelow = (asset: string, classId: string): string => `
  select 1 from oggetto c where c.id_obj_padre = ${asset} and c.canc = 0
    and exists (select 1 from classe_struttura s where s.id_classe = c.id_classe)
    and not exists (
      select 1 from classe_struttura s where s.id_classe = c.id_classe and s.id_classe_padre = ${classId})`;
const MISFITS = `${misfitsBelow('$1', '$2')} limit 1`;

/** Returns the query of the parent. A class without a parent in the class structure is allowed below any class. */
function parentStatement(row: Row, { entity, user }: WriteContext): Statement {
  const values = new Values();
  const id = values.add(row.id_obj_padre);
  const ofClass = `s.id_classe = ${values.add(typeof row.id_classe === 'number' ? row.id_classe : null)}`;
  const reach = scopeConditions(entity, user?.scopes, values).join(' and ') || 'true';
  const text = `
    select t.dismesso, t.id_organizzazione, (${reach}) as reachable,
      not exists (select 1 from classe_struttura s where ${ofClass})
      or exists (select 1 from classe_struttura s where ${ofClass} and s.id_classe_padre = t.id_classe) as fits
    from oggetto t where t.id = ${id}`;
  return { text, values: values.list };
}

async function parentOf(row: Row, context: WriteContext): Promise<Parent | undefined> {
  if (typeof row.id_obj_padre !== 'number') return undefined;
  const { text, values } = parentStatement(row, context);
  const { rows } = await context.transaction.query<Parent>(text, values);
  return rows[0];
}

/** The fields on which both parent and children depend. A change of one of them checks both. */
const TREE_FIELDS = ['id_obj_padre', 'id_classe', 'id_organizzazione', 'dismesso'];

async function refusals(
  row: Row,
  before: Row | undefined,
  { transaction }: WriteContext,
  parent: Parent | undefined,
): Promise<Refusal[]> {
  const changed = (name: string): boolean => differs(name, row, before);
  const found: Refusal[] = [];
  const refuse = (wrong: boolean | undefined, field: string, rule: Refusal['rule']): void => {
    if (wrong) found.push({ field, rule });
  };
  const moved = changed('id_obj_padre');
  if (moved && parent?.reachable === false) return [];
  refuse(parent && !parent.fits && (moved || changed('id_classe')), 'id_classe', 'class-under-parent');
  const isLimited = parent !== undefined && parent.id_organizzazione !== ALL;
  const differsFromParent = isLimited && parent.id_organizzazione !== row.id_organizzazione;
  refuse(
    differsFromParent && (moved || changed('id_organizzazione')),
    'id_organizzazione',
    'parent-organisation',
  );
  const revived = before?.dismesso === 1 && row.dismesso === 0;
  refuse(revived && !moved && parent?.dismesso === 1, 'dismesso', 'parent-decommissioned');
  if (before && typeof row.id_classe === 'number' && changed('id_classe')) {
    const { rows } = await transaction.query(MISFITS, [before.id, row.id_classe]);
    refuse(rows.length > 0, 'id_classe', 'class-over-children');
  }
  return found;
}

function inherit(row: Row, parent: Parent | undefined): void {
  if (parent?.dismesso === 1) row.dismesso = 1;
}

const changesTree = (row: Row, before: Row): boolean =>
  TREE_FIELDS.some((name) => differs(name, row, before));

/** Locks the tree before reading the parent, so that a concurrent change of the parent changes this row too. */
async function lockTree(
  row: Row,
  before: Row | undefined,
  { transaction, entity }: WriteContext,
): Promise<void> {
  if (before && changesTree(row, before)) await holdTree(transaction, entity, 'alone');
  if (!before && typeof row.id_obj_padre === 'number') await holdTree(transaction, entity, 'shared');
}

export const placementRules: PreparedRules<RowOf<'oggetto'>, Parent | undefined> = {
  async holdFirst(id, { transaction, entity }, against, sent) {
    if (against === 'update') await holdTreeFirst(transaction, entity, id, sent, TREE_FIELDS);
  },

  async prepare(row, before, context) {
    await lockTree(row, before, context);
    return parentOf(row, context);
  },

  check: async (row, before, context, parent) =>
    before && !changesTree(row, before) ? [] : refusals(row, before, context, parent),

  async beforeCreate(row, _context, parent) {
    inherit(row, parent);
  },

  async beforeUpdate(row, before, context, parent) {
    inherit(row, parent);
    const passesOn = row.dismesso === 1 && before.dismesso === 0;
    if (passesOn || (differs('id_organizzazione', row, before) && row.id_organizzazione !== ALL))
      await requireReachBelow(context.entity, before.id, context);
  },

  async afterWrite(row, before, context) {
    if (!row || !before) return;
    const id = row.id;
    if (row.dismesso === 1 && before.dismesso === 0)
      await changeBelow(context.entity, id, 'dismesso', 1, context);
    if (differs('id_organizzazione', row, before) && row.id_organizzazione !== ALL)
      await changeBelow(context.entity, id, 'id_organizzazione', row.id_organizzazione, context);
  },
};
