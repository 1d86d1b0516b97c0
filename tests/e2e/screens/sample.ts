/** By day, one entity stands for others with the same screens. */
import type { Entity, Field } from '../../../schemas/entity.ts';
import { NIGHTLY } from '../../runner/nightly.ts';

export const drawnOf = (entity: Entity): Field[] =>
  entity.form.flatMap((section) => section.fields).map((name) => entity.field(name)!);

/** The features that distinguish screens: kinds of fields, and optional parts. */
function shapesOf(entity: Entity): string[] {
  const { routes, calls, children, documents, customFields, unique } = entity;
  const fields = drawnOf(entity).map((field) =>
    [
      field.kind,
      field.reference && 'reference',
      field.reference?.none && 'none',
      field.choices && 'choices',
      field.choicesFrom && 'from',
      field.required && 'required',
      field.requiredUnless && 'unless',
      field.locked && 'locked',
    ].join(),
  );
  return [
    ...fields,
    ...children.map(({ tab }) => (tab ? 'tab' : 'sub-list')),
    ...(routes.detail ? ['page'] : []),
    ...(documents ? ['documents'] : []),
    ...(customFields ? ['custom fields'] : []),
    ...(unique.length > 0 ? ['unique together'] : []),
    ...(calls.includes('update') ? ['update'] : ['no update']),
  ];
}

/** By day, covers every feature once with as few entities as possible; the nightly run uses all. */
export function sampleOf(all: Entity[]): Entity[] {
  if (NIGHTLY) return all;
  const left = new Set(all.flatMap(shapesOf));
  const newIn = (entity: Entity): number => new Set(shapesOf(entity).filter((shape) => left.has(shape))).size;
  const chosen: Entity[] = [];
  while (left.size > 0) {
    const best = all.reduce((one, other) => (newIn(other) > newIn(one) ? other : one));
    for (const shape of shapesOf(best)) left.delete(shape);
    chosen.push(best);
  }
  return chosen;
}
