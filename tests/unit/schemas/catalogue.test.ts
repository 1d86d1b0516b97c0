/** Lookups by name: found, or an error that says what is missing. */
import { describe, expect, it } from 'vitest';
import { choicesOf, having, idOf, referenceOf, routeOf } from '../../../schemas/catalogue.ts';
import { readSchemas } from '../../../schemas/read-schemas.ts';

const { byResource, byName } = readSchemas();
const work = byResource.entity('odl');

describe('entities by name', () => {
  it('finds them by resource and by name', () => {
    expect(work.name).toBe('intervention');
    expect(byName.entity('intervention')).toBe(work);
  });

  it('names the missing one', () => {
    expect(() => byResource.entity('nessuno')).toThrow('There is no entity nessuno.');
  });

  it('finds properties, also of an entity that has been narrowed', () => {
    expect(work.property('priorita').name).toBe('priorita');
    const narrowed = { ...work, field: () => undefined };
    expect(() => narrowed.property('priorita')).toThrow('The entity intervention has no property priorita.');
    // @ts-expect-error: no property of that name.
    expect(() => work.property('nessuna')).toThrow('has no property nessuna');
  });

  it('names what a property or an entity lacks', () => {
    expect(referenceOf(work.property('id_oggetto')).resource).toBe('oggetto');
    expect(() => referenceOf(work.property('priorita'))).toThrow('priorita points to no other entity');
    expect(choicesOf(work.property('priorita')).length).toBeGreaterThan(1);
    expect(() => choicesOf(work.property('id_oggetto'))).toThrow('id_oggetto has no choices');
    expect(routeOf(work, 'detail')).toContain(':id');
    expect(() => routeOf(work, 'child')).toThrow('intervention has no route child');
    expect(having(byResource.entity('oggetto'), 'hierarchy').hierarchy.parent).toBe('id_obj_padre');
    expect(() => having(work, 'hierarchy')).toThrow('intervention has no hierarchy');
  });

  it('reads the id of a stored row', () => {
    expect(idOf(work, { id: 7 })).toBe(7);
    expect(() => idOf(work, {})).toThrow('A row of intervention has no id.');
  });
});
