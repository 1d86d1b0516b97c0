/** The tables of stock: not an entity, but the result of movements. */
import { type Columns, TIMESTAMP, table } from './table-words.ts';
import { foreignKey, PREFIXES, part, plainIndex, type Table } from './tables.ts';

const places = (end: string): Columns => ({
  [`id_magazzino${end}`]: 'integer',
  [`id_ubicazione${end}`]: 'integer',
  [`id_lotto${end}`]: 'integer',
});

const toPlaces = (name: string, end: string): Table['constraints'] => [
  foreignKey(name, `id_magazzino${end}`, 'magazzino', 'id'),
  foreignKey(name, `id_ubicazione${end}`, 'ubicazione', 'id'),
  foreignKey(name, `id_lotto${end}`, 'ricambio_lotto', 'id'),
];

export const STOCKED = ['ricambio', 'magazzino', 'ubicazione', 'ricambio_lotto', 'odl'];

/**
 * Balances, and the movements that produced them. No index contains the quantity, so that changing it updates
 * one row and nothing else.
 */
export const STOCK: Table[] = [
  table(
    'giacenza',
    'id',
    {
      id: 'big identity',
      id_ricambio: 'integer!',
      ...places(''),
      id_magazzino: 'integer!',
      quantita: 'numeric(17,2)!=0',
    },
    {
      constraints: [
        part(PREFIXES.check, 'giacenza', ['quantita'], 'check (quantita >= 0)'),
        foreignKey('giacenza', 'id_ricambio', 'ricambio', 'id'),
        ...toPlaces('giacenza', ''),
      ],
      indexes: [
        part(
          PREFIXES.unique,
          'giacenza',
          ['id_ricambio', 'id_magazzino'],
          '(id_ricambio, id_magazzino, id_ubicazione, id_lotto) nulls not distinct',
        ),
        plainIndex('giacenza', ['id_magazzino']),
      ],
    },
  ),
  table(
    'movimentazione',
    'id',
    {
      id: 'big identity',
      id_ricambio: 'integer!',
      ...places('_da'),
      ...places('_a'),
      // The intervention that withdrew or returned the part. An end without a place is outside the plant.
      id_odl: 'integer',
      // The reservation to which the movement counts, or 0; empty in older movements.
      id_prenotazione: 'integer',
      quantita: 'numeric(17,2)!',
      id_usr_ins: 'integer',
      usr_ins: 'text',
      data_ins: `${TIMESTAMP}!=now()`,
    },
    {
      appendOnly: true,
      constraints: [
        part(PREFIXES.check, 'movimentazione', ['quantita'], 'check (quantita > 0)'),
        part(
          PREFIXES.check,
          'movimentazione',
          ['ends'],
          'check (coalesce(id_magazzino_da, id_magazzino_a) is not null and (id_odl is null or id_magazzino_da is null or id_magazzino_a is null))',
        ),
        foreignKey('movimentazione', 'id_ricambio', 'ricambio', 'id'),
        foreignKey('movimentazione', 'id_odl', 'odl', 'id'),
        ...toPlaces('movimentazione', '_da'),
        ...toPlaces('movimentazione', '_a'),
      ],
      indexes: [
        plainIndex('movimentazione', ['id_ricambio', 'id']),
        plainIndex('movimentazione', ['id_odl', 'id_ricambio'], ' where id_odl is not null'),
      ],
    },
  ),
];
