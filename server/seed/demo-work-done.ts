import { ASSIGNED_CODE, EXPENSE, OPEN_CODE } from '../../schemas/interventions.ts';
import type { Transaction } from '../database/engine.ts';
import { copyChecklist } from '../domains/interventions/checklist/checklist.ts';
import done from './data/demo-work-done.json' with { type: 'json' };
import type { Seeder } from './seeder.ts';

/**
 * Sets the report: two days before the planned date, by a requester of the site if there is one, or else by the
 * planner.
 */
const REPORTED = `
  update odl o set
    data_ins = least(o.data_ordine - interval '2 days', now() - interval '1 hour'),
    data_ultima_mod = least(coalesce(o.data_fine, o.data_inizio, o.data_ordine), now()),
    id_usr_ins = coalesce((
      select min(u.id) from oggetto a
      join utente_organizzazione g on g.id_organizzazione = a.id_organizzazione
      join utente_reparto d on d.id_utente = g.id_utente and d.id_reparto = a.id_reparto
      join utente u on u.id = g.id_utente join ruolo r on r.id = u.id_utente_ruolo
      join ruolo_famiglia f on f.id = r.id_famiglia_ruolo and f.codice = 'RESP'
      where a.id = o.id_oggetto), (select id from utente where mail = $1))`;

/** The state changes: from open or assigned, through in progress, to the current state. */
const STEPS = `
  insert into odl_storico (id_odl, id_stato, data_ordine, data_inizio, data_fine, id_tecnico, data_ins, id_usr_ins, usr_ins)
  select o.id, s.id, o.data_ordine, case when p.n > 1 then o.data_inizio end, case when p.n > 2 then o.data_fine end,
    case when s.codice <> '${OPEN_CODE}' then o.id_tecnico end, p.at, u.id, u.nome || ' ' || u.cognome
  from odl o
  join stato now_in on now_in.id = o.id_stato
  cross join lateral (values
    (1, case when o.id_tecnico is null then '${OPEN_CODE}' else '${ASSIGNED_CODE}' end, o.data_ins, o.id_usr_ins),
    (2, case when o.data_inizio is not null and now_in.codice <> 'IC' then 'IC' end, o.data_inizio, o.id_tecnico),
    (3, case when now_in.codice not in ('${OPEN_CODE}', '${ASSIGNED_CODE}') then now_in.codice end,
      coalesce(o.data_fine, o.data_inizio, o.data_ordine), o.id_tecnico)) p(n, code, at, person)
  join stato s on s.codice = p.code
  left join utente u on u.id = coalesce(p.person, o.id_usr_ins)
  order by o.id, p.n`;

/** Ticks all items of finished work, and the first item of work in progress. */
const TICKED = `
  update odl_checklist c set checked = 1, versione = c.versione + 1, data_ultima_mod = o.data_ultima_mod,
    id_usr_ultima_mod = o.id_tecnico
  from odl o where o.id = c.id_odl and o.data_inizio is not null
    and (o.data_fine is not null or c.ordine <= (select min(x.ordine) from odl_checklist x where x.id_odl = o.id))`;

const COSTS = `
  insert into odl_costo (id_odl, id_costo, descrizione, tipo, flag, quantita, costo, totale, data_ins, id_usr_ins)
  select o.id, c.id_costo, c.descrizione, c.tipo, ${EXPENSE}, q.n, c.costo_unitario, round(q.n * c.costo_unitario, 2), o.data_fine, o.id_tecnico
  from odl o
  cross join lateral (values
    ($1::text, greatest(round((extract(epoch from o.data_fine - o.data_inizio) / 3600)::numeric, 2), 0.5)), ($2::text, 1)) q(code, n)
  join costo c on c.codice = q.code and c.canc = 0
  where o.data_fine is not null`;

async function checklists(transaction: Transaction, seeder: Seeder): Promise<void> {
  for (const [asset, name] of Object.entries(done.checklists)) {
    const checklist = await seeder.id('checklist', name);
    const { rows } = await transaction.query<{ id: number }>(
      `update odl o set id_checklist = $2 from oggetto a
       where a.id = o.id_oggetto and a.codice = $1 and o.id_checklist is null returning o.id`,
      [asset, checklist],
    );
    for (const { id } of rows) await copyChecklist(transaction, id, checklist);
  }
  await transaction.query(TICKED);
}

/**
 * Writes what was done. Runs after the interventions, and only once, because nothing with a history is changed
 * again.
 */
export async function seedWorkDone(transaction: Transaction, seeder: Seeder): Promise<void> {
  const { rows } = await transaction.query('select 1 from odl_storico limit 1');
  if (rows.length > 0) return;
  await transaction.query(REPORTED, [done.planner]);
  await transaction.query(STEPS);
  await checklists(transaction, seeder);
  await transaction.query(COSTS, done.costs);
  for (const { oggetto, testo, chi } of done.comments)
    await transaction.query(
      `insert into commento (id_intervento, testo, id_usr_ins, id_usr_ultima_mod)
       select max(o.id), $2, u.id, u.id from odl o join oggetto a on a.id = o.id_oggetto, utente u
       where a.codice = $1 and u.mail = $3 group by u.id`,
      [oggetto, testo, chi],
    );
  for (const { oggetto, it, en } of done.errors)
    await transaction.query(
      `insert into odl_errore (id_odl, tipo, errore, traduzioni)
       select max(o.id), 'giacenza', $2::text, jsonb_build_object('it', $2::text, 'en', $3::text)
       from odl o join oggetto a on a.id = o.id_oggetto where a.codice = $1`,
      [oggetto, it, en],
    );
}
