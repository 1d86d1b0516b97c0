/** Decides which open work a phone stores, and which of it a new pack has changed. Has no side effects. */
import type { Packed, Taken, TakenRow } from '../../../dataProvider/device.ts';
import type { Pack } from '../../../dataProvider/taken.ts';
import type { Entity, Row } from '../../../schemas/entity.ts';

const WORK = 'odl';
const ASSET = 'oggetto';

/**
 * The maximum number of interventions whose pages are read. The user's own come first, then work without a
 * technician, each by planned date.
 */
const PAGES = 60;

/**
 * Resources whose changes cause no reads. Stock is only proposed, and the server decides when a withdrawal arrives.
 * Photos of items have no link to their work.
 */
const NOT_ON_CARD = new Set(['ricambio', 'magazzino', 'ubicazione', 'giacenza', 'odl/checklist/documento']);

/** Resources whose rows the parts chooser searches without a network. */
const SEARCHED = ['ricambio', 'giacenza', 'magazzino', 'ubicazione'];

/** Returns the column of a resource that names its intervention or its asset. */
function linkOf(resource: string, entities: Entity[]): { to: string; column: string } | undefined {
  if (resource === ASSET) return { to: ASSET, column: 'id' };
  const fields = entities.find((entity) => entity.resource === resource)?.fields ?? [];
  for (const to of [WORK, ASSET]) {
    const field = fields.find(({ reference }) => reference?.resource === to);
    if (field) return { to, column: field.name };
  }
  return undefined;
}

/** Returns a function that tells whether an intervention displays one of these rows, or depends on it. */
function touched(resource: string, rows: Row[], entities: Entity[]): (work: Row) => boolean {
  if (NOT_ON_CARD.has(resource)) return () => false;
  const link = linkOf(resource, entities);
  // The rows apply to all work: states, controls, definitions of custom fields.
  if (!link) return () => true;
  const ids = new Set(rows.map((row) => row[link.column]));
  return (work) => ids.has(link.to === WORK ? work.id : work.id_oggetto);
}

/** Returns the open work of the user after this pack. Work that the pack has changed must be read again. */
export function mergedRows(before: Taken | undefined, pack: Pack, entities: Entity[]): TakenRow[] {
  const { [WORK]: changed = [], ...others } = pack.record;
  const { [WORK]: gone = [], ...removed } = pack.tolti;
  const held = pack.intero === 1 ? [] : (before?.rows ?? []);
  const tests = Object.entries(others).map(([resource, rows]) => touched(resource, rows, entities));
  // Of removed rows only the ids are known. If closed work is in the same pack, they are nearly always rows of
  // that work.
  const isAll = gone.length === 0 && Object.keys(removed).some((resource) => !NOT_ON_CARD.has(resource));
  const rows = new Map<unknown, TakenRow>(
    held.map(({ row, isRead, files }) => [
      row.id,
      // Cards that were read by an earlier version have no files.
      { row, files, isRead: isRead && files !== undefined && !isAll && !tests.some((test) => test(row)) },
    ]),
  );
  for (const row of changed) rows.set(row.id, { row, files: rows.get(row.id)?.files, isRead: false });
  for (const id of gone) rows.delete(id);
  return [...rows.values()];
}

/** Returns the rows that the parts chooser searches after this pack. */
export function mergedPacked(before: Packed | undefined, { intero, record, tolti }: Pack): Packed['rows'] {
  const rowsOf = (resource: string): Row[] => {
    const held = intero === 1 ? [] : (before?.rows[resource] ?? []);
    const rows = new Map(held.map((row) => [row.id, row]));
    for (const row of record[resource] ?? []) rows.set(row.id, row);
    for (const id of tolti[resource] ?? []) rows.delete(id);
    return [...rows.values()];
  };
  return Object.fromEntries(SEARCHED.map((resource) => [resource, rowsOf(resource)]));
}

/** Returns the work whose pages the device has or must read, in the order in which it is planned. */
export function inOrder(rows: TakenRow[], me: number | undefined): TakenRow[] {
  const dayOf = ({ row }: TakenRow): string => String(row.data_ordine ?? '9999');
  const isOthers = ({ row }: TakenRow): number => (row.id_tecnico === me ? 0 : 1);
  return [...rows]
    .sort((one, other) => isOthers(one) - isOthers(other) || dayOf(one).localeCompare(dayOf(other)))
    .slice(0, PAGES);
}
