/** By day not every entity has to be gone through where others have the same screens. */
import type { Entity, Field } from '../../schemas/entity.ts';
import { NIGHTLY } from './nightly.ts';

export const drawnOf = (entity: Entity): Field[] =>
  entity.form.flatMap((section) => section.fields).map((name) => entity.field(name)!);

/** What tells one screen from another: the kinds of its fields, and what stands beside them. */
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

/** By day every shape is met once, those with the most first; the nightly run goes through all. */
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
