/**
 * POST /odl/{id}/followup/: a new intervention out of one that is there, with what of it is wanted: its parts and its
 * reservations, both reserved anew, its costs, its checklist. Nothing leaves a shelf for work that has not begun; what
 * stock lacks stops nothing, and is told.
 */
import type { Row } from '../../../schemas/entity.ts';
import { flagOf } from '../../../schemas/meaning.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { Refusal } from '../../../schemas/validate.ts';
import { recordsOf } from '../../capabilities/records.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Transaction } from '../../database/engine.ts';
import type { Call, Context } from '../../http/call.ts';
import { readId } from '../../http/parameters.ts';
import { forbidden, invalid, refused } from '../../http/problem.ts';
import { inWords } from './change-calls.ts';
import { noteError } from './errors.ts';
import { FREE } from './parts/reservations.ts';
import { type Intervention, interventionOf, isAdmin, mayCopy } from './reach/rights.ts';

const FLAGS = ['copy_prenotazioni', 'copy_ricambi', 'copy_costi', 'copy_checklist'] as const;
type Flag = (typeof FLAGS)[number];
const OWN = ['descrizione', 'id_stato', 'id_tecnico', 'id_usr_notifica'];

const isSaid = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** What a person asks for, or what is wrong with it. */
function askedOf(body: Row, original: Intervention, { user, setting }: Context): Row {
  const refusals: Refusal[] = [];
  const refuse = (field: string, rule: Refusal['rule']): void => void refusals.push({ field, rule });
  const known = [...FLAGS, ...OWN, 'id_oggetto', 'versione'] as string[];
  for (const name of Object.keys(body)) if (!known.includes(name)) refuse(name, 'unknown');
  for (const flag of FLAGS)
    if (isSaid(body[flag]) && flagOf(body[flag]) === undefined) refuse(flag, 'type-flag');
  if (user?.family === 'RESP')
    for (const flag of ['copy_prenotazioni', 'copy_ricambi'] as const)
      if (flagOf(body[flag]) === 1) refuse(flag, 'not-allowed');
  if (!isAdmin(user) && body.id_tecnico) refuse('id_tecnico', 'not-allowed');
  const elsewhere = body.id_oggetto && body.id_oggetto !== original.id_oggetto;
  if (elsewhere && setting('SelObjSuFollowUp') !== '1') refuse('id_oggetto', 'locked');
  if (refusals.length > 0) throw invalid(refusals);
  const own = Object.fromEntries(OWN.filter((name) => name in body).map((name) => [name, body[name]]));
  return { ...own, id_oggetto: body.id_oggetto || original.id_oggetto };
}

const NOT_COPIED = /^campo_file/;
const KEPT = [
  'id_tipo_guasto',
  'id_classe_intervento',
  'priorita',
  'id_centro_di_costo',
  'is_mtbf_disabled',
  'ore_previste',
  'persone_previste',
];

function carried(original: Intervention, checklist: boolean): Row {
  const fields = Object.keys(original).filter((name) => name.startsWith('campo_') && !NOT_COPIED.test(name));
  const filled = fields.filter((name) => original[name] !== null);
  return {
    ...Object.fromEntries([...KEPT, ...filled].map((name) => [name, original[name]])),
    id_intervento_originale: original.id,
    id_checklist: checklist ? original.id_checklist : null,
  };
}

async function requireAllowed(transaction: Transaction, original: Intervention, context: Context) {
  if (!mayCopy(context.user, original)) throw forbidden('not-your-intervention');
  const { rows } = await transaction.query<{ permesso: number; fatti: number }>(
    `select s.permetti_followup as permesso,
       (select count(*)::int from odl f where f.id_intervento_originale = $1) as fatti
     from stato s where s.id = $2`,
    [original.id, original.id_stato],
  );
  if (rows[0]?.permesso !== 1) throw refused('follow-up-state');
  if (rows[0].fatti > 0 && context.setting('FollowupAllowMulti') !== '1') throw refused('follow-up-exists');
}

/** Copies rows of the original below the new one, with their history. */
const copying = (resource: string, table: string, into: string, from: string): string => `
  with made as (
    insert into ${table} (id_odl, id_usr_ins, id_usr_ultima_mod, ${into})
    select $2::int, $3::int, $3::int, ${from} where c.id_odl = $1 returning id)
  insert into storico_modifiche (risorsa, operazione, id_record, id_utente, utente, modifiche)
  select '${resource}', 'create', id, $3::int, $4, '[]' from made`;

const LINE = 'id_costo, descrizione, tipo, flag, quantita, costo, totale';
const COSTS = copying('odl/costo', 'odl_costo', LINE, `${LINE.replaceAll(/\w+/g, 'c.$&')} from odl_costo c`);
/** Who is no administrator copies what he sees. */
const SEEN_COSTS = COSTS.replace(
  'where c.id_odl = $1',
  'where c.id_odl = $1 and (c.flag = 1 or c.id_usr_ins = $3)',
);

/**
 * Of each part as much as was reserved or as was taken, whichever is wanted, or is more: it was taken as reserved.
 * Answers the parts of which not so much is free.
 */
const RESERVED = `
  with wanted as (
    select c.id_ricambio, max(c.quantita) as quantita from (
      select id_ricambio, quantita from prenotazione where id_odl = $1 and $5::boolean
      union all
      select id_ricambio, sum(quantita) from odl_prelievo where id_odl = $1 and $6::boolean group by id_ricambio
    ) c join ricambio r on r.id = c.id_ricambio and r.canc = 0 group by c.id_ricambio),
  made as (
    insert into prenotazione (id_odl, id_usr_ins, id_usr_ultima_mod, id_ricambio, quantita, quantita_prelevata)
    select $2::int, $3::int, $3::int, id_ricambio, quantita, 0 from wanted order by id_ricambio returning id),
  told as (
    insert into storico_modifiche (risorsa, operazione, id_record, id_utente, utente, modifiche)
    select 'prenotazione', 'create', id, $3::int, $4, '[]' from made)
  select * from (
    select p.id_ricambio, r.codice as codice_ricambio, r.descrizione as descrizione_ricambio, p.quantita,
      greatest(${FREE}, 0) as disponibile
    from (select 0 as id, id_ricambio, quantita from wanted) p join ricambio r on r.id = p.id_ricambio) one
  where disponibile < quantita order by codice_ricambio`;

interface Short {
  id_ricambio: number;
  codice_ricambio: string;
  descrizione_ricambio: string;
  quantita: number;
  disponibile: number;
}

async function noteShort(transaction: Transaction, made: number, short: Short[]): Promise<void> {
  for (const { codice_ricambio: code, quantita, disponibile } of short)
    await noteError(transaction, made, 'giacenza', {
      it: `La quantità a magazzino non è sufficiente: ${code}, servono ${quantita}, disponibili ${disponibile}`,
      en: `The quantity in stock is not sufficient: ${code}, needed ${quantita}, available ${disponibile}`,
    });
}

const FLAG = { enum: [0, 1], description: '1 copies it' };
const ID = { type: ['integer', 'null'] };
const BODY = {
  type: 'object',
  required: ['descrizione', 'id_stato'],
  properties: {
    ...Object.fromEntries(FLAGS.map((flag) => [flag, FLAG])),
    descrizione: { type: 'string', maxLength: 200 },
    id_stato: { type: 'integer' },
    id_tecnico: ID,
    id_usr_notifica: ID,
    id_oggetto: ID,
  },
};

export function followUpCall(schemas: Schemas, rules: RulesByResource): Call {
  const entity = schemas.byResource.entity('odl');
  const records = recordsOf(entity, schemas, rules);

  async function follow(transaction: Transaction, id: number, context: Context) {
    const { body, user } = context;
    const original = await interventionOf(transaction, schemas, id, context, { hold: true });
    await requireAllowed(transaction, original, context);
    const wanted = (flag: Flag): boolean => flagOf(body[flag]) === 1;
    const asked = askedOf(body, original, context);
    const fixed = carried(original, wanted('copy_checklist'));
    const made = (await records.createWithin(transaction, asked, context, fixed)).id as number;
    const values = [id, made, user?.id ?? null, user?.name ?? null];
    const parts = [wanted('copy_prenotazioni'), wanted('copy_ricambi')];
    const { rows: short } = parts.includes(true)
      ? await transaction.query<Short & Row>(RESERVED, [...values, ...parts])
      : { rows: [] };
    await noteShort(transaction, made, short);
    if (wanted('copy_costi')) await transaction.query(isAdmin(user) ? COSTS : SEEN_COSTS, values);
    return { made, short };
  }

  return {
    method: 'POST',
    path: '/odl/:id/followup',
    access: entity.access.create,
    tag: entity.name,
    summary: { it: 'Crea un follow-up', en: 'Create a follow-up' },
    query: { isBypassBlockAllowed: { enum: ['0', '1'], description: 'After result -9 was confirmed' } },
    body: BODY,
    reply: {
      type: 'object',
      properties: {
        giacenzaErrors: { type: 'array', items: { type: 'object' } },
        intervento: { type: 'object' },
      },
    },
    example: {
      body: { copy_ricambi: 1, descrizione: 'FOLLOW-UP - Rumore anomalo', id_stato: 1 },
      data: {
        giacenzaErrors: [{ codice_ricambio: 'R-12', quantita: 2, disponibile: 0 }],
        intervento: { id: 43 },
      },
    },
    async handle(context) {
      const id = readId(context.params.id);
      const { made, short } = await context.database
        .transaction((transaction) => follow(transaction, id, context))
        .catch((error) => {
          throw inWords(records.told(error));
        });
      return { data: { giacenzaErrors: short, intervento: await records.read(made, context) } };
    },
  };
}
