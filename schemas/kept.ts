/** Fields whose column the database fills with a value of a referenced row; see x-kept. */
import type { Entity, EntitySchema, Field, Kept } from './entity.ts';

/** Returns the reference that carries the property, and the name of the value there. */
export function keptFrom(name: string, properties: [string, EntitySchema][]): Kept | undefined {
  const carrier = properties.find(([, part]) => part['x-ref-fields']?.[name] !== undefined);
  return carrier && { through: carrier[0], from: carrier[1]['x-ref-fields'][name] };
}

export const keptFields = (entity: Entity): Field[] => entity.fields.filter(({ kept }) => kept !== undefined);

/** Returns whether the field has a column in the table, filled by a client, the server or the database. */
export const isStored = ({ virtual, kept }: Pick<Field, 'virtual' | 'kept'>): boolean =>
  !virtual || kept !== undefined;
