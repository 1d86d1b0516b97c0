/** The checklist of an intervention: a copy of the chosen one, ticked and annotated item by item. */

import type { Row } from '../../../../schemas/entity.ts';
import { CLOSING } from '../../../../schemas/interventions.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { RowOf } from '../../../../schemas/types.ts';
import { type ActHandler, act } from '../../../capabilities/acts.ts';
import { listReply } from '../../../capabilities/crud.ts';
import { recordsOf } from '../../../capabilities/records.ts';
import type { EntityRules, RulesByResource, WriteContext } from '../../../capabilities/rules.ts';
import type { Transaction } from '../../../database/engine.ts';
import { type Call, type Context, rowsIn } from '../../../http/call.ts';
import { notFound, refusedField } from '../../../http/problem.ts';
import { namesOf } from '../../../plant/accounts.ts';
import { attachedCall } from '../reach/attached-calls.ts';
import { belowRules, lockForChange } from '../reach/attached-rows.ts';

/** Inserts copies of the items. `chosen` are SQL rows o of intervention (id) and checklist. */
const insertItems = (chosen: string): string => `
  insert into odl_checklist (id_odl, id_voce, descrizione, obbligatoria, ordine)
  select o.id, r.id_voce, v.descrizione, (r.obbligatoria = '1')::int, r.ordine
  from ${chosen} o(id, checklist) join checklist_relazione r on r.id_checklist = o.checklist
  join checklist_voce v on v.id = r.id_voce and v.canc = 0`;

/** The items that are not in the new checklist. The others keep tick, note and photos. */
const OBSOLETE = `select id from odl_checklist where id_odl = $1
  and not exists (select 1 from checklist_relazione r where r.id_checklist = $2::int and r.id_voce = odl_checklist.id_voce)`;

export async function copyChecklist(
  transaction: Transaction,
  intervention: number,
  checklist: number | null,
): Promise<void> {
  const values = [intervention, checklist];
  await transaction.query(`delete from odl_checklist_documento where id_voce in (${OBSOLETE})`, values);
  await transaction.query(`delete from odl_checklist where id in (${OBSOLETE})`, values);
  await transaction.query(
    `${insertItems('(values ($1::int, $2::int))')} on conflict (id_odl, id_voce) do update
     set descrizione = excluded.descrizione, obbligatoria = excluded.obbligatoria, ordine = excluded.ordine`,
    values,
  );
}

/** Copies checklists of new interventions, which have no items to keep. */
async function copyChecklists(transaction: Transaction, rows: Row[]): Promise<void> {
  const chosen = rows.filter((row) => row.id_checklist);
  if (chosen.length === 0) return;
  await transaction.query(insertItems('unnest($1::int[], $2::int[])'), [
    chosen.map(({ id }) => id),
    chosen.map(({ id_checklist }) => id_checklist),
  ]);
}

async function present(rows: RowOf<'odl/checklist'>[], { database }: Context): Promise<void> {
  const names = await namesOf(database, [
    ...new Set(rows.map((row) => row.id_usr_ultima_mod).filter((id) => typeof id === 'number')),
  ]);
  for (const row of rows) {
    // A copied item that nobody has changed has no author.
    const changed = row.versione !== 1;
    row.data_mod = changed ? row.data_ultima_mod : null;
    row.usr_mod = changed ? (names.get(row.id_usr_ultima_mod ?? 0) ?? null) : null;
  }
}

/** Users who may tick an item may add and remove its photos. */
function photoRules(schemas: Schemas): EntityRules {
  const lock = async (item: number, write: WriteContext): Promise<void> => {
    const { rows } = await write.transaction.query<{ id_odl: number }>(
      'select id_odl from odl_checklist where id = $1',
      [item],
    );
    if (!rows[0]) throw notFound();
    await lockForChange(schemas, rows[0].id_odl, write);
  };
  return {
    async holdFirst(id, write) {
      const { rows } = await write.transaction.query<{ id_voce: number }>(
        'select id_voce from odl_checklist_documento where id = $1',
        [id],
      );
      if (!rows[0]) throw notFound();
      await lock(rows[0].id_voce, write);
    },
    beforeCreate: (row, write) => lock(Number(row.id_voce), write),
  };
}

/** Refuses to untick mandatory items of a closed intervention, and to replace its checklist. */
async function refuseUntickClosed(before: Row, row: Row, { transaction }: WriteContext): Promise<void> {
  if (before.obbligatoria !== 1 || before.checked !== 1 || row.checked === 1) return;
  const { rows } = await transaction.query<{ type: number }>(
    'select s.id_tipo_stato_odl as type from odl o join stato s on s.id = o.id_stato where o.id = $1',
    [before.id_odl],
  );
  if (rows[0]?.type === CLOSING) throw refusedField({ field: 'checked', rule: 'checklist-closed' });
}

const differs = (row: Row | undefined, before: Row | undefined): boolean =>
  (row?.id_checklist ?? null) !== (before?.id_checklist ?? null);

export const checklistRules = (schemas: Schemas): RulesByResource => ({
  odl: {
    async check(row, before) {
      const staysClosed = before?.id_tipo_stato_odl === CLOSING && row.id_stato === before.id_stato;
      return staysClosed && differs(row, before) ? [{ field: 'id_checklist', rule: 'checklist-closed' }] : [];
    },
    afterCreateMany: (rows, { transaction }) => copyChecklists(transaction, rows),
    async afterWrite(row, before, { transaction }) {
      if (row && differs(row, before))
        await copyChecklist(transaction, row.id, (row.id_checklist ?? null) as number | null);
    },
  },
  'odl/checklist': {
    ...belowRules(schemas),
    present,
    beforeUpdate: (row, before, write) => refuseUntickClosed(before, row, write),
  },
  'odl/checklist/documento': photoRules(schemas),
});

export function checklistCalls(schemas: Schemas, rules: RulesByResource): Call[] {
  const call = attachedCall(schemas, rules, {
    resource: 'odl/checklist',
    path: '/odl/:id/checklist',
    column: 'id_odl',
    summary: { it: 'Checklist di un intervento', en: 'Checklist of an intervention' },
  });
  return [{ ...call, handle: (context) => call.handle({ ...context, query: {} }) }];
}

export function checklistAct(schemas: Schemas, rules: RulesByResource): ActHandler {
  const entity = schemas.byResource.entity('odl/checklist');
  const records = recordsOf(entity, schemas, rules);
  return act('tick', async ({ id_riga: item, ...change }, context) => {
    const { rows } = await context.database.query(
      'select 1 from odl_checklist where id = $1 and id_odl = $2',
      [item, context.id],
    );
    if (rows.length === 0) throw notFound();
    await records.update(item, { ...change, versione: context.body.versione }, context);
    return rowsIn(await listReply(entity, schemas, rules, { ...context, query: {} }, { id_odl: context.id }));
  });
}
