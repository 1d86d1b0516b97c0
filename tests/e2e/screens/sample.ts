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

/** By day, covers every feature once, richest entities first; the nightly run uses all. */
export function sampleOf(all: Entity[]): Entity[] {
  if (NIGHTLY) return all;
  const met = new Set<string>();
  const richest = all.toSorted((a, b) => new Set(shapesOf(b)).size - new Set(shapesOf(a)).size);
  return richest.filter((entity) => {
    const isNew = shapesOf(entity).some((shape) => !met.has(shape));
    for (const shape of shapesOf(entity)) met.add(shape);
    return isNew;
  });
}
