/** Locations as an entity with addresses below their warehouse. */
import type { Entity } from '../../schemas/entity.ts';

/** The field that the form leaves out: the warehouse, which is in the address. */
const BY_ADDRESS = 'id_magazzino';

export function locationIn(location: Entity, idWarehouse: number): Entity {
  const page = `/dettaglio-magazzino/${idWarehouse}`;
  const fields = location.fields.filter((field) => field.name !== BY_ADDRESS);
  return {
    ...location,
    resource: `magazzino/${idWarehouse}/ubicazione`,
    calls: ['list', 'read', 'create', 'update', 'delete'],
    routes: { list: `${page}?tab=ubicazioni`, form: `${page}/upd-ubicazione/:idUbicazione?` },
    form: location.form.map((section) => ({
      ...section,
      fields: section.fields.filter((name) => name !== BY_ADDRESS),
    })),
    traits: [],
    fields,
    field: (name) => fields.find((field) => field.name === name),
  };
}
