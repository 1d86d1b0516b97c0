/**
 * POST /odl/{id}/followup/ creates an intervention from an existing one. On request it copies costs, checklist, and
 * withdrawn or reserved parts. Parts are only reserved, since the work has not started. Missing stock is reported,
 * but does not prevent the follow-up.
 */
import { isFileColumn } from '../../../../schemas/custom-fields.ts';
import type { Row } from '../../../../schemas/entity.ts';
import { INCOME } from '../../../../schemas/interventions.ts';
import { inEach, numberIn } from '../../../../schemas/language.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { ActOf } from '../../../../schemas/types.ts';
import { type ActContext, type ActHandler, act } from '../../../capabilities/acts.ts';
import { historyInsert } from '../../../capabilities/history-insert.ts';
import { recordsOf } from '../../../capabilities/records.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import type { Transaction } from '../../../database/engine.ts';
import type { Context } from '../../../http/call.ts';
import { refused, refusedField } from '../../../http/problem.ts';
import { noteError } from '../history/intervention-errors.ts';
import type { AvailableOf, PartMoves } from '../parts/stock-access.ts';
import { type Intervention, interventionOf, isAdmin, mayCopy, notYours } from '../reach/rights.ts';
import { withReasons } from '../writing/change-calls.ts';

const FROM_REQUEST = ['descrizione', 'id_stato', 'id_tecnico', 'id_usr_notifica'] as const;

/** Returns the values from the request, with another asset only if the plant allows it. */
function requestedOf(body: ActOf<'follow-up'>, original: Intervention, { setting }: Context): Row {
  const { id_oggetto: asset } = body;
  if (asset && asset !== original.id_oggetto && setting('SelObjSuFollowUp') !== '1')
    throw refusedField({ field: 'id_oggetto', rule: 'locked' });
  const requested = Object.fromEntries(
    FROM_REQUEST.filter((name) => name in body).map((name) => [name, body[name]]),
  );
  return { ...requested, id_oggetto: asset || original.id_oggetto };
}

const COPIED = [
  'id_tipo_guasto',
  'id_classe_intervento',
  'priorita',
  'id_centro_di_costo',
  'is_mtbf_disabled',
  'ore_previste',
  'persone_previste',
];

function copiedOf(original: Intervention, checklist: unknown): Row {
  const fields = Object.keys(original).filter((name) => name.startsWith('campo_') && !isFileColumn(name));
  const filled = fields.filter((name) => original[name] !== null);
  return {
    ...Object.fromEntries([...COPIED, ...filled].map((name) => [name, original[name]])),
    id_intervento_originale: original.id,
    id_checklist: checklist,
  };
}

async function requireAllowed(transaction: Transaction, original: Intervention, context: Context) {
  if (!mayCopy(context.user, original)) throw await notYours(transaction, context.user, original, mayCopy);
  const { rows } = await transaction.query<{ permesso: number; fatti: number }>(
    `select s.permetti_followup as permesso,
       (select count(*)::int from odl f where f.id_intervento_originale = $1) as fatti
     from stato s where s.id = $2`,
    [original.id, original.id_stato],
  );
  if (rows[0]?.permesso !== 1) throw refused('follow-up-state');
  if (rows[0].fatti > 0 && context.setting('FollowupAllowMulti') !== '1') throw refused('follow-up-exists');
}

/** Returns the original's checklist, unless it was deleted since: a deleted one cannot be chosen any more. */
async function checklistOf(transaction: Transaction, { id_checklist: id }: Intervention) {
  const { rows } = await transaction.query('select 1 from checklist where id = $1 and canc = 0', [id]);
  return rows.length > 0 ? id : null;
}

/** Writes the history of the rows of `made`. */
const madeLines = (resource: string): string =>
  historyInsert({
    resource: `'${resource}'`,
    operation: 'create',
    id: 'id',
    author: '$3::int',
    name: '$4',
    from: 'made',
  });

/** Returns the statement that copies rows of the original to the new intervention, with their history. */
const copyStatement = (resource: string, table: string, into: string, from: string): string => `
  with made as (
    insert into ${table} (id_odl, id_usr_ins, id_usr_ultima_mod, ${into})
    select $2::int, $3::int, $3::int, ${from} where c.id_odl = $1 returning id)
  ${madeLines(resource)}`;

const LINE = 'id_costo, descrizione, tipo, flag, quantita, costo, totale';
const COSTS = copyStatement(
  'odl/costo',
  'odl_costo',
  LINE,
  `${LINE.replaceAll(/\w+/g, 'c.$&')} from odl_costo c`,
);
/** For users who are not administrators: copies the costs that they may see. */
const VISIBLE_COSTS = COSTS.replace(
  'where c.id_odl = $1',
  `where c.id_odl = $1 and (c.flag = ${INCOME} or c.id_usr_ins = $3)`,
);

/**
 * Reserves each part in its reserved or in its withdrawn quantity: the greater of the requested ones. Returns the
 * parts without enough free stock.
 */
const reserve = (availableOf: AvailableOf): string => `
  with wanted as (
    select c.id_ricambio, max(c.quantita) as quantita from (
      select id_ricambio, quantita from prenotazione where id_odl = $1 and $5::boolean
      union all
      select id_ricambio, sum(quantita) from odl_prelievo where id_odl = $1 and $6::boolean group by id_ricambio
    ) c join ricambio r on r.id = c.id_ricambio and r.canc = 0 group by c.id_ricambio),
  made as (
    insert into prenotazione (id_odl, id_usr_ins, id_usr_ultima_mod, id_ricambio, quantita, quantita_prelevata)
    select $2::int, $3::int, $3::int, id_ricambio, quantita, 0 from wanted order by id_ricambio returning id),
  told as (${madeLines('prenotazione')})
  select * from (
    select p.id_ricambio, r.codice as codice_ricambio, r.descrizione as descrizione_ricambio, p.quantita,
      greatest(${availableOf('p.id_ricambio', 'p.id')}, 0) as disponibile
    from (select 0 as id, id_ricambio, quantita from wanted) p join ricambio r on r.id = p.id_ricambio) one
  where disponibile < quantita order by codice_ricambio`;

interface Shortage {
  id_ricambio: number;
  codice_ricambio: string;
  descrizione_ricambio: string;
  quantita: number;
  disponibile: number;
}

async function noteShortages(
  transaction: Transaction,
  created: number,
  shortages: Shortage[],
): Promise<void> {
  for (const { codice_ricambio: code, quantita, disponibile } of shortages)
    await noteError(
      transaction,
      created,
      'giacenza',
      inEach((language) => {
        const [needed, free] = [quantita, disponibile].map((amount) => numberIn(language, amount));
        return language === 'it'
          ? `La quantità a magazzino non è sufficiente: ${code}, servono ${needed}, disponibili ${free}`
          : `There is not enough stock in the warehouse: ${code}, needed ${needed}, available ${free}`;
      }),
    );
}

export function followUpAct(
  schemas: Schemas,
  rules: RulesByResource,
  { availableOf }: Pick<PartMoves, 'availableOf'>,
): ActHandler {
  const reserved = reserve(availableOf);
  const records = recordsOf(schemas.byResource.entity('odl'), schemas, rules);

  async function createFollowUp(
    transaction: Transaction,
    facts: Row,
    body: ActOf<'follow-up'>,
    { id, ...context }: ActContext,
  ) {
    const { user } = context;
    const original = await interventionOf(transaction, schemas, id, context, { lock: true });
    await requireAllowed(transaction, original, context);
    const requested = requestedOf(body, original, context);
    const checklist = body.copy_checklist === 1 ? await checklistOf(transaction, original) : null;
    const fixed = copiedOf(original, checklist);
    const created = Number((await records.createWithin(transaction, requested, context, fixed)).id);
    facts.id_followup = created;
    const values = [id, created, user?.id ?? null, user?.name ?? null];
    const parts = [body.copy_prenotazioni === 1, body.copy_ricambi === 1];
    const { rows: shortages } = parts.includes(true)
      ? await transaction.query<Shortage & Row>(reserved, [...values, ...parts])
      : { rows: [] };
    await noteShortages(transaction, created, shortages);
    if (body.copy_costi === 1) await transaction.query(isAdmin(user) ? COSTS : VISIBLE_COSTS, values);
    return { created, shortages };
  }

  return act('follow-up', async (body, context) => {
    const { created, shortages } = await context
      .within((transaction, facts) => createFollowUp(transaction, facts, body, context))
      .catch((error) => {
        throw withReasons(error);
      });
    return { giacenzaErrors: shortages, intervento: await records.read(created, context) };
  });
}
