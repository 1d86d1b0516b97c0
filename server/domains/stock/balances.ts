/** The balances of a part, and the total stock of a warehouse. */

import type { Entity } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { searching } from '../../database/searched-words.ts';
import { inLanguage, Values } from '../../database/sql.ts';
import { type Call, type Context, callOn } from '../../http/call.ts';
import { OPTIONAL_ID, OPTIONAL_TEXT, rowsOf } from '../../http/reply-schemas.ts';
import { idParameter, numberParameter, textParameter } from '../../requests/list-parameters.ts';
import { availableOf } from './available.ts';
import { asWords, type Listing, listingOn, listingReply } from './listing.ts';
import { reach } from './reach.ts';

const BALANCE = `g.id, g.id_ricambio, g.id_magazzino, t.codice as codice_magazzino,
  t.descrizione as descrizione_magazzino, g.id_ubicazione, u.descrizione as descrizione_ubicazione,
  g.id_lotto, l.descrizione as descrizione_lotto,
  concat(g.id_ubicazione, '-', g.id_lotto) as ubicazione_lotto,
  r.unita_di_misura, g.quantita, least(g.quantita, a.disponibile) as disponibile`;

/** The condition that a balance is listed: an empty balance of a deleted location or lot is not. */
const LIVE = '(g.quantita > 0 or coalesce(u.canc, 0) + coalesce(l.canc, 0) = 0)';

function balancesOf(schemas: Schemas, part: number, context: Context): Listing {
  const values = new Values();
  const id = values.add(part);
  const warehouse = idParameter(context.query, 'idMagazzino');
  const least = numberParameter(context.query, 'quantitaMin');
  const where = [
    `g.id_ricambio = ${id}`,
    reach(schemas.byResource.entity('magazzino'), 't', context, values),
    LIVE,
    ...(warehouse === undefined ? [] : [`g.id_magazzino = ${values.add(warehouse)}`]),
    ...(least === undefined ? [] : [`g.quantita >= ${values.add(least)}`]),
  ];
  return {
    columns: BALANCE,
    source: `from giacenza g join ricambio r on r.id = g.id_ricambio join magazzino t on t.id = g.id_magazzino
      left join ubicazione u on u.id = g.id_ubicazione left join ricambio_lotto l on l.id = g.id_lotto
      cross join (select ${availableOf(`${id}::int`)} as disponibile) a
      where ${where.join(' and ')}`,
    values,
    sorts: {
      codice_magazzino: asWords('t.codice'),
      descrizione_magazzino: asWords('t.descrizione'),
      descrizione_ubicazione: asWords('u.descrizione'),
      descrizione_lotto: asWords('l.descrizione'),
      quantita: 'g.quantita',
    },
    order: `${asWords('t.codice')}, ${asWords('u.descrizione')} nulls first, ${asWords('l.descrizione')} nulls first, g.id`,
  };
}

const classIn = ({ language }: Context): string => inLanguage('c', 'descrizione', language);

function totalsOf(schemas: Schemas, warehouse: number, context: Context): Listing {
  const values = new Values();
  const search = textParameter(context.query, 'filtro');
  const part = schemas.byResource.entity('ricambio');
  const where = [
    reach(part, 't', context, values),
    ...(search === undefined ? [] : [searching(part, 't', ['codice', 'descrizione'], search, values)]),
  ];
  return {
    columns: `t.id as id_ricambio, t.codice, t.descrizione, ${classIn(context)} as classe, t.unita_di_misura,
      g.quantita, least(g.quantita, ${availableOf('t.id')}) as disponibile`,
    source: `from (
        select id_ricambio, sum(quantita) as quantita from giacenza
        where id_magazzino = ${values.add(warehouse)} group by id_ricambio having sum(quantita) > 0
      ) g join ricambio t on t.id = g.id_ricambio left join ricambio_classe c on c.id = t.id_classe
      where ${where.join(' and ')}`,
    values,
    sorts: {
      codice: asWords('t.codice'),
      descrizione: asWords('t.descrizione'),
      classe: asWords(classIn(context)),
      unita_di_misura: asWords('t.unita_di_misura'),
      quantita: 'g.quantita',
    },
    order: `${asWords('t.codice')}, t.id`,
  };
}

const NUMBER = { type: 'number' };

const ofPart = (part: Entity, schemas: Schemas): Call => ({
  ...callOn(part, 'read', 'GET', `/${part.resource}/:id/giacenza`),
  summary: { it: 'Giacenze di un ricambio', en: 'Stock of a spare part' },
  query: {
    idMagazzino: { type: 'integer', description: 'The id of a warehouse: only its rows' },
    quantitaMin: { type: 'number', description: 'Only rows with at least this quantity' },
  },
  reply: rowsOf({
    id: { type: 'integer' },
    id_ricambio: { type: 'integer' },
    id_magazzino: { type: 'integer' },
    codice_magazzino: OPTIONAL_TEXT,
    descrizione_magazzino: OPTIONAL_TEXT,
    id_ubicazione: OPTIONAL_ID,
    descrizione_ubicazione: OPTIONAL_TEXT,
    id_lotto: OPTIONAL_ID,
    descrizione_lotto: OPTIONAL_TEXT,
    ubicazione_lotto: {
      type: 'string',
      description: 'The location and lot as a pair, as in the request of a transfer',
    },
    unita_di_misura: OPTIONAL_TEXT,
    quantita: NUMBER,
    disponibile: { ...NUMBER, description: 'The part of it that no open reservation needs' },
  }),
  example: {
    data: [
      {
        id: 1,
        id_ricambio: 7,
        id_magazzino: 1,
        codice_magazzino: 'MAG-FOL',
        descrizione_magazzino: 'Magazzino ricambi Foligno',
        id_ubicazione: 4,
        descrizione_ubicazione: 'Scaffale A1',
        id_lotto: null,
        descrizione_lotto: null,
        ubicazione_lotto: '4-',
        unita_di_misura: 'pz',
        quantita: 12,
        disponibile: 10,
      },
    ],
  },
  handle: async (context) => listingReply(await listingOn(part, schemas, balancesOf)(context), context),
});

const ofWarehouse = (warehouse: Entity, schemas: Schemas): Call => ({
  ...callOn(warehouse, 'read', 'GET', `/${warehouse.resource}/:id/giacenze-totali`),
  summary: { it: 'Giacenze totali di un magazzino', en: 'Total stock of a warehouse' },
  query: {
    pag: { type: 'integer', description: 'Page, from 1; by default all rows' },
    filtro: { type: 'string', description: 'Search in the code and description of the part' },
    orderByCol: { type: 'string', description: 'Column to sort by' },
    orderByDir: { enum: ['ASC', 'DESC'], description: 'Direction' },
  },
  reply: rowsOf({
    id_ricambio: { type: 'integer' },
    codice: OPTIONAL_TEXT,
    descrizione: OPTIONAL_TEXT,
    classe: OPTIONAL_TEXT,
    unita_di_misura: OPTIONAL_TEXT,
    quantita: NUMBER,
    disponibile: NUMBER,
  }),
  example: {
    data: [
      {
        id_ricambio: 7,
        codice: 'CUS-6205',
        descrizione: 'Cuscinetto 6205 2RS',
        classe: 'Cuscinetti',
        unita_di_misura: 'pz',
        quantita: 12,
        disponibile: 10,
      },
    ],
  },
  handle: async (context) => listingReply(await listingOn(warehouse, schemas, totalsOf)(context), context),
});

export const balanceCalls = (schemas: Schemas): Call[] => [
  ofPart(schemas.byResource.entity('ricambio'), schemas),
  ofWarehouse(schemas.byResource.entity('magazzino'), schemas),
];
