/**
 * Finds the references of all entities that point to a given one. Has no side effects. The server and the browser
 * use it.
 */
import { columns, type Entity, type Field } from './entity.ts';

export interface Use {
  /** The entity that points to it, and by which field. */
  entity: Entity;
  field: Field;
  /** The row is a record of the past: it keeps its reference to a soft-deleted target. */
  stays: boolean;
}

const pointsTo = (target: Entity, { reference, virtual }: Field): boolean =>
  reference?.resource === target.resource && !virtual;

/**
 * Returns whether rows of the entity are deleted with the target row: its sub-collections, documents and rows
 * below it.
 */
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

/** Returns the references whose rows are deleted together with their target. */
export const goneWith = (target: Entity, entities: Entity[]): [Entity, Field][] =>
  pointing(target, entities).filter(([, { gone }]) => gone === 'goes');
