/** Writes the work of the year in a few statements, as if each intervention had been entered at its time. */

import { MINUTE_MS } from '../../../schemas/durations.ts';
import type { Row } from '../../../schemas/entity.ts';
import { EXPENSE, INCOME, INVOICED_CODE, OPEN_CODE, SINGLE } from '../../../schemas/interventions.ts';
import { KnownMap } from '../../../schemas/known-map.ts';
import type { Transaction } from '../../database/engine.ts';
import { onlyRow } from '../../database/rows.ts';
import { dayOf } from '../demo-day.ts';
import type { Seeder } from '../seeder.ts';
import { CENTRES, plannerOf, stepsOf, type Work } from './work.ts';

/** Work with its row. */
export interface Written extends Work {
  id: number;
  code: string;
}

export interface Person {
  id: number;
  name: string;
}

/** Finished work with its technician. */
export type Done = Written & { ended: Date; technician: string };

export const isDone = (work: Written): work is Done =>
  work.ended !== undefined && work.technician !== undefined;

/** The people by their mail. */
export type People = KnownMap<string, Person>;

export async function peopleOf(transaction: Transaction): Promise<People> {
  const { rows } = await transaction.query<Person & { mail: string }>(
    "select id, mail, nome || ' ' || cognome as name from utente",
  );
  return new KnownMap(
    'seed: people',
    rows.map(({ mail, id, name }) => [mail, { id, name }]),
  );
}

/** A maintenance with its schedule and its kind. */
interface Maintenance {
  id_schedulazione: number;
  id_tipo_odl: number;
  id: number;
}

/** By the codes of the schedule and the asset. */
async function maintenancesOf(transaction: Transaction): Promise<Map<string, Maintenance>> {
  const { rows } = await transaction.query<Maintenance & { key: string }>(
    `select m.id, m.id_schedulazione, s.id_tipo_odl, s.codice || ' ' || a.codice as key
     from manutenzione m join manutenzione_schedulazione s on s.id = m.id_schedulazione
     join oggetto a on a.id = m.id_oggetto`,
  );
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

const iso = (at: Date | undefined): string | null => at?.toISOString() ?? null;
/** One failure in this many is excluded from MTBF by its technician. */
const UNCOUNTED = 41;

interface Lookups {
  people: People;
  maintenances: Map<string, Maintenance>;
}

function rowOf(work: Work, index: number, { people, maintenances }: Lookups): Row {
  const { asset, origin, reported, ended, begun } = work;
  const maintenance = origin && maintenances.get(`${origin.schedule} ${asset.codice}`);
  const lastStep = stepsOf(work).at(-1) ?? { by: work.by, at: reported };
  return {
    descrizione: work.text,
    id_oggetto: asset.codice,
    id_stato: work.state,
    id_tipo_guasto: work.type,
    id_classe_intervento: work.kind,
    id_tecnico: work.technician ? people.of(work.technician).id : null,
    priorita: work.priority,
    data_ordine: iso(work.planned),
    data_inizio: iso(begun),
    data_fine: iso(ended),
    ore_previste: work.hours ?? null,
    note: work.note ?? null,
    id_checklist: work.checklist ?? null,
    id_centro_di_costo: CENTRES.get(asset.codice) ?? null,
    is_mtbf_disabled: work.type === 'GUA' && ended && index % UNCOUNTED === 0 ? 1 : 0,
    id_tipo_odl: maintenance?.id_tipo_odl ?? SINGLE,
    id_schedulazione: maintenance?.id_schedulazione ?? null,
    id_manutenzione: maintenance?.id ?? null,
    data_ori_manutenzione: maintenance && origin ? origin.day : null,
    id_usr_ins: people.of(work.by).id,
    data_ins: iso(reported),
    id_usr_ultima_mod: people.of(lastStep.by).id,
    data_ultima_mod: iso(lastStep.at),
    ...work.fields,
  };
}

const WIDTH = 5;

/** Inserts the work with codes after the existing ones. The year in a code is that of the report. */
async function insertWork(
  transaction: Transaction,
  seeder: Seeder,
  works: Work[],
  people: People,
): Promise<Written[]> {
  const lookups = { people, maintenances: await maintenancesOf(transaction) };
  const { rows } = await transaction.query<{ count: number }>('select count(*)::int as count from odl');
  const numbered = works.map((work, index) => ({
    codice: `ODL-${dayOf(work.reported).slice(2, 4)}-${String(onlyRow(rows).count + index + 1).padStart(WIDTH, '0')}`,
    ...rowOf(work, index, lookups),
  }));
  const stored = await seeder.insert('odl', numbered);
  return stored.flatMap(({ id, codice }, index) => {
    const work = works[index];
    return work && codice !== null ? [{ ...work, id, code: codice }] : [];
  });
}

/** Finished work has all items ticked. */
const CHECKLISTS = `
  insert into odl_checklist (id_odl, id_voce, descrizione, obbligatoria, ordine, checked, versione, data_ultima_mod, id_usr_ultima_mod)
  select o.id, r.id_voce, v.descrizione, (r.obbligatoria = '1')::int, r.ordine, t.done, 1 + t.done,
    o.data_ultima_mod, o.id_tecnico
  from odl o join checklist_relazione r on r.id_checklist = o.id_checklist
  join checklist_voce v on v.id = r.id_voce and v.canc = 0
  cross join lateral (select (o.data_fine is not null)::int as done) t
  where o.id = any($1::int[])`;

const COSTS = `
  insert into odl_costo (id_odl, id_costo, descrizione, tipo, flag, quantita, costo, totale, data_ins, id_usr_ins)
  select w.id, c.id_costo, c.descrizione, c.tipo, w.flag, w.quantity, c.costo_unitario,
    round(w.quantity * c.costo_unitario, 2), w.at, w.by
  from jsonb_to_recordset($1::jsonb) as w(id int, code text, quantity numeric, flag int, at timestamptz, by int)
  join costo c on c.codice = w.code and c.canc = 0`;

const REMARKS = `
  insert into commento (id_intervento, testo, id_usr_ins, id_usr_ultima_mod, data_ins, data_ultima_mod)
  select w.id, w.text, w.by, w.by, w.at, w.at
  from jsonb_to_recordset($1::jsonb) as w(id int, text text, by int, at timestamptz)`;

/** Writes the lines of the history in which the planner changed the requested priority. */
const CHANGED = `
  insert into storico_modifiche (risorsa, id_record, operazione, id_utente, utente, data, modifiche)
  select 'odl', w.id, 'update', w.by, w.name, w.at,
    jsonb_build_array(jsonb_build_object('campo', 'priorita', 'da', w.was, 'a', w.priority))
  from jsonb_to_recordset($1::jsonb) as w(id int, by int, name text, at timestamptz, was int, priority int)`;

const CHANGED_EACH = 9;

export async function writeWork(
  transaction: Transaction,
  seeder: Seeder,
  works: Work[],
  people: People,
): Promise<Written[]> {
  const written = await insertWork(transaction, seeder, works, people);
  const personOf = (mail: string): Person => people.of(mail);
  await seeder.insert(
    'odl/storico',
    written.flatMap((work) =>
      stepsOf(work).map(({ state, at, by }) => ({
        id_odl: work.id,
        id_stato: state,
        data_ordine: iso(work.planned),
        data_inizio: work.begun && at >= work.begun ? iso(work.begun) : null,
        data_fine: work.ended && at >= work.ended ? iso(work.ended) : null,
        id_tecnico: state === OPEN_CODE || !work.technician ? null : personOf(work.technician).id,
        data_ins: iso(at),
        id_usr_ins: personOf(by).id,
        usr_ins: personOf(by).name,
      })),
    ),
  );
  await transaction.query(CHECKLISTS, [written.map(({ id }) => id)]);
  const inBulk = (text: string, rows: Row[]) => transaction.query(text, [JSON.stringify(rows)]);
  await inBulk(
    COSTS,
    written.filter(isDone).flatMap(({ id, costs, ended, technician, state }) =>
      Object.entries(costs).map(([code, quantity]) => ({
        ...{ id, code, quantity, at: iso(ended), by: personOf(technician).id },
        // Invoiced costs are charged.
        flag: state === INVOICED_CODE ? INCOME : EXPENSE,
      })),
    ),
  );
  await inBulk(
    REMARKS,
    written.flatMap(({ id, remarks }) =>
      remarks.map(({ by, text, at }) => ({ id, text, by: personOf(by).id, at: iso(at) })),
    ),
  );
  await inBulk(
    CHANGED,
    written
      .filter(({ priority }, index) => priority > 1 && index % CHANGED_EACH === 0)
      .map(({ id, asset, reported, priority }) => {
        const { id: by, name } = personOf(plannerOf(asset));
        const at = iso(new Date(reported.getTime() + 20 * MINUTE_MS));
        return { id, by, name, at, was: priority - 1, priority };
      }),
  );
  return written;
}
