/** The contents of a pack: each kind of row, and the reference by which it is found from the open work. */

/**
 * A kind of row. `by` names the columns of other kinds that refer to its rows. `below` names its column that refers
 * to rows of another kind.
 */
export interface Content {
  entity: string;
  by?: { of: string; column: string }[];
  below?: { of: string; column: string };
  /** Whether the pack includes the rows above each row in its tree. */
  ancestors?: boolean;
  /**
   * Whether the pack includes all rows that the user sees. With `rules` also for users without access to the list,
   * because their work depends on the rows.
   */
  all?: 'seen' | 'rules';
  /** Whether users without access to the list get the rows that their work refers to. */
  rules?: boolean;
  /** Whether the rows are sent with their computed fields. */
  present?: boolean;
  /**
   * A column with the id of a user whose name the rows contain, if the schema does not declare it as a reference.
   */
  user?: string;
  /** Whether the rows are documents, whose contents the device can store too. */
  document?: boolean;
  /** Whether the pack includes the parts in the user's own warehouses, and with each part the available quantity. */
  stocked?: boolean;
}

export const ROOT = 'intervention';
export const USER = 'user';
export const PART = 'spare-part';
export const RESERVATION = 'reservation';
export const WAREHOUSE = 'warehouse';

export const CONTENTS: Content[] = [
  { entity: ROOT, present: true, user: 'id_usr_ins' },
  { entity: 'asset', by: [{ of: ROOT, column: 'id_oggetto' }], ancestors: true },
  { entity: 'intervention-checklist-item', below: { of: ROOT, column: 'id_odl' } },
  { entity: 'comment', below: { of: ROOT, column: 'id_intervento' } },
  { entity: 'cost-line', below: { of: ROOT, column: 'id_odl' } },
  { entity: RESERVATION, below: { of: ROOT, column: 'id_odl' } },
  { entity: 'withdrawal', below: { of: ROOT, column: 'id_odl' } },
  { entity: 'signature', below: { of: ROOT, column: 'id_odl' } },
  { entity: 'intervention-document', below: { of: ROOT, column: 'id_odl' }, document: true },
  {
    entity: 'checklist-photo',
    below: { of: 'intervention-checklist-item', column: 'id_voce' },
    document: true,
  },
  { entity: 'asset-document', below: { of: 'asset', column: 'id_oggetto' }, document: true },
  { entity: 'recommended-part', below: { of: 'asset', column: 'id_oggetto' } },
  { entity: WAREHOUSE, all: 'seen' },
  { entity: 'location', below: { of: WAREHOUSE, column: 'id_magazzino' } },
  {
    entity: PART,
    stocked: true,
    by: [
      { of: RESERVATION, column: 'id_ricambio' },
      { of: 'withdrawal', column: 'id_ricambio' },
      { of: 'recommended-part', column: 'id_ricambio' },
    ],
  },
  { entity: 'state', all: 'rules' },
  { entity: 'state-structure', all: 'rules' },
  { entity: 'control', all: 'rules' },
  { entity: 'control-condition', all: 'rules' },
  { entity: 'intervention-type', all: 'rules' },
  { entity: 'intervention-class', all: 'rules' },
  { entity: 'intervention-field', all: 'rules' },
  { entity: 'intervention-folder', all: 'rules' },
  { entity: 'asset-class', all: 'rules' },
  { entity: 'asset-field', all: 'rules' },
  { entity: 'checklist', all: 'rules' },
  { entity: 'checklist-relation', all: 'rules' },
  { entity: 'checklist-item', by: [{ of: 'checklist-relation', column: 'id_voce' }], rules: true },
  { entity: 'cost-type', all: 'seen' },
];
