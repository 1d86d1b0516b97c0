/**
 * GET /odl/:id/ricambi-proposti: the parts that an intervention most likely needs, each with the place to take it
 * from. Reserved parts come first, then those recommended for the asset, then those used in the asset's latest
 * interventions. With a search text or a part, the same for the parts that match.
 */
import type { Row } from '../../../../schemas/entity.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { PROPOSED_MAX, proposedPlace, type StockPlace } from '../../../../schemas/stock-places.ts';
import { scopeConditions } from '../../../database/list-query.ts';
import { searching } from '../../../database/searched-words.ts';
import { ident, Values } from '../../../database/sql.ts';
import { type Call, type Context, callOn, type Reply } from '../../../http/call.ts';
import { OPTIONAL_ID, OPTIONAL_TEXT, rowsOf } from '../../../http/reply-schemas.ts';
import { readId } from '../../../requests/ids.ts';
import { idParameter, textParameter } from '../../../requests/list-parameters.ts';
import { interventionOf } from '../reach/rights.ts';
import type { AvailableOf } from './stock-access.ts';

const LAST_WORKS = 10;

/** Returns the query of parts with the reason to propose them. The parameters are SQL. */
const reasons = (recommended: string, work: string, asset: string): string => `
  select p.id_ricambio, 1 as rango, p.id as id_prenotazione, p.quantita - coalesce(p.quantita_prelevata, 0) as resta
  from prenotazione p where p.id_odl = ${work} and p.quantita > coalesce(p.quantita_prelevata, 0)
  union all select c.id_ricambio, 2, null, null from ${ident(recommended)} c where c.id_oggetto = ${asset}
  union all select w.id_ricambio, 3, null, null from odl_prelievo w where w.id_odl in (
    select o.id from odl o where o.id_oggetto = ${asset} and o.id <> ${work}
    order by coalesce(o.data_fine, o.data_ordine) desc nulls last, o.id desc limit ${LAST_WORKS})`;

/** Returns the condition that a row of this alias exists and that the user sees it. */
const reach = (
  schemas: Schemas,
  resource: string,
  alias: string,
  { user }: Context,
  values: Values,
): string =>
  [
    `${alias}.canc = 0`,
    ...scopeConditions(schemas.byResource.entity(resource), user?.scopes, values, alias),
  ].join(' and ');

interface Place extends StockPlace {
  id_ricambio: number;
}

/** Reads the places of parts, in warehouses that the user sees. */
async function placesOf(schemas: Schemas, parts: Row[], context: Context): Promise<Place[]> {
  const values = new Values();
  const ids = values.add(parts.map(({ id_ricambio }) => id_ricambio));
  const { rows } = await context.database.query<Place>(
    `select g.id, g.id_ricambio, g.id_magazzino, m.codice as codice_magazzino,
       m.descrizione as descrizione_magazzino, m.id_utente, g.id_ubicazione,
       u.descrizione as descrizione_ubicazione, g.id_lotto, l.descrizione as descrizione_lotto, g.quantita
     from giacenza g join magazzino m on m.id = g.id_magazzino
       left join ubicazione u on u.id = g.id_ubicazione left join ricambio_lotto l on l.id = g.id_lotto
     where g.id_ricambio = any(${ids}::int[]) and g.quantita > 0 and ${reach(schemas, 'magazzino', 'm', context, values)}`,
    values.list,
  );
  return rows;
}

async function proposed(schemas: Schemas, availableOf: AvailableOf, context: Context): Promise<Reply> {
  const { database, query, user } = context;
  const intervention = await interventionOf(database, schemas, readId(context.params.id), context);
  const values = new Values();
  const [text, part] = [textParameter(query, 'filtro'), idParameter(query, 'idRicambio')];
  const [work, asset] = [intervention.id, intervention.id_oggetto].map((id) => `${values.add(id)}::int`);
  const recommended = schemas.byName.entity('recommended-part').table;
  const among = [
    ...(text === undefined
      ? []
      : [searching(schemas.byResource.entity('ricambio'), 't', ['codice', 'descrizione'], text, values)]),
    ...(part === undefined ? [] : [`t.id = ${values.add(part)}`]),
  ];
  const where = [
    reach(schemas, 'ricambio', 't', context, values),
    ...(among.length > 0 ? among : ['w.rango is not null']),
  ];
  const { rows } = await database.query<Row>(
    `with w as (
       select id_ricambio, min(rango) as rango, max(id_prenotazione) as id_prenotazione, max(resta) as resta
       from (${reasons(recommended, work!, asset!)}) r group by id_ricambio),
     p as (
       select t.id as id_ricambio, t.codice, t.descrizione, t.unita_di_misura, w.rango, w.id_prenotazione, w.resta
       from ricambio t left join w on w.id_ricambio = t.id where ${where.join(' and ')}
       order by w.rango nulls last, lower(t.codice), t.id limit ${PROPOSED_MAX})
     select p.id_ricambio, p.codice, p.descrizione, p.unita_di_misura, p.id_prenotazione, p.resta,
       case p.rango when 1 then 'prenotato' when 2 then 'consigliato' when 3 then 'usato' end as motivo,
       ${availableOf('p.id_ricambio', 'coalesce(p.id_prenotazione, 0)')} as libero
     from p order by p.rango nulls last, lower(p.codice), p.id_ricambio`,
    values.list,
  );
  const places = await placesOf(schemas, rows, context);
  return {
    data: rows.map(({ libero, ...part }) => {
      const own = places.filter(({ id_ricambio }) => id_ricambio === part.id_ricambio);
      return { ...part, ...proposedPlace(own, Number(libero), user?.id) };
    }),
  };
}

const NUMBER = { type: 'number' };

const EXAMPLE = {
  id_ricambio: 7,
  codice: 'GUA-TEF-40',
  descrizione: 'Guarnizione PTFE DN40',
  unita_di_misura: 'pz',
  motivo: 'consigliato',
  id_prenotazione: null,
  resta: null,
  id_magazzino: 3,
  codice_magazzino: 'FURGONE-1',
  descrizione_magazzino: 'Furgone di Luca Ferri',
  id_ubicazione: null,
  descrizione_ubicazione: null,
  id_lotto: null,
  descrizione_lotto: null,
  proprio: 1,
  quantita: 4,
  disponibile: 4,
};

export function proposedPartsCall(schemas: Schemas, availableOf: AvailableOf): Call {
  const entity = schemas.byResource.entity('odl/prelievo');
  return {
    ...callOn(entity, 'read', 'GET', '/odl/:id/ricambi-proposti'),
    summary: {
      it: 'Ricambi proposti per un intervento, con il magazzino da cui prenderli',
      en: 'Parts proposed for an intervention, with the warehouse to take them from',
    },
    query: {
      filtro: { type: 'string', description: 'Parts with this text in code or description instead' },
      idRicambio: { type: 'integer', description: 'This part instead' },
    },
    reply: rowsOf({
      id_ricambio: { type: 'integer' },
      codice: OPTIONAL_TEXT,
      descrizione: OPTIONAL_TEXT,
      unita_di_misura: OPTIONAL_TEXT,
      motivo: {
        enum: ['prenotato', 'consigliato', 'usato', null],
        description: 'reserved for it, recommended for its asset, or used on the asset before',
      },
      id_prenotazione: OPTIONAL_ID,
      resta: { type: ['number', 'null'], description: 'What is left to withdraw of the reservation' },
      id_magazzino: OPTIONAL_ID,
      codice_magazzino: OPTIONAL_TEXT,
      descrizione_magazzino: OPTIONAL_TEXT,
      id_ubicazione: OPTIONAL_ID,
      descrizione_ubicazione: OPTIONAL_TEXT,
      id_lotto: OPTIONAL_ID,
      descrizione_lotto: OPTIONAL_TEXT,
      proprio: { type: 'integer', description: '1 if the warehouse belongs to the user' },
      quantita: NUMBER,
      disponibile: { ...NUMBER, description: 'The part of it that no other open reservation needs' },
    }),
    example: { data: [EXAMPLE] },
    handle: (context) => proposed(schemas, availableOf, context),
  };
}
