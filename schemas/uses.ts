/** Who may point to a row, told by the references of all entities alone. Pure, for both sides. */
import { columns, type Entity, type Field } from './entity.ts';

export interface Use {
  /** Whose rows point to it, and by which field. */
  entity: Entity;
  field: Field;
  /** It tells what was: it keeps its link to what is deleted softly. */
  stays: boolean;
}

const pointsTo = (target: Entity, { reference, virtual }: Field): boolean =>
  reference?.resource === target.resource && !virtual;

/** What belongs to the row, and ends with it: sub-collections, documents, what stands below it. */
const belongs = (target: Entity, entity: Entity, { name }: Field): boolean =>
  target.children.some((child) => child.entity === entity.name && child.parent === name) ||
  (target.documents?.entity === entity.name && target.documents.parent === name) ||
  (target.name === entity.name && target.hierarchy?.parent === name) ||
  entity.below === name;

const pointing = (target: Entity, entities: Entity[]): [Entity, Field][] =>
  entities
    .filter(({ view }) => !view)
    .flatMap((entity) =>
      columns(entity)
        .filter((field) => pointsTo(target, field) && !belongs(target, entity, field))
        .map((field): [Entity, Field] => [entity, field]),
    );

export const usesOf = (target: Entity, entities: Entity[]): Use[] =>
  pointing(target, entities)
    .filter(([, { gone }]) => gone !== 'goes')
    .map(([entity, field]) => ({
      entity,
      field,
      stays: target.delete === 'soft' && (field.readOnly || field.gone === 'stays'),
    }));

/** Rows that are deleted with what they point to. */
export const goneWith = (target: Entity, entities: Entity[]): [Entity, Field][] =>
  pointing(target, entities).filter(([, { gone }]) => gone === 'goes');
