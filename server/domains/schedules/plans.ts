/** Reads the plans of maintenances for generation, in one statement after their rows are locked. */
import type { Row, Text } from '../../../schemas/entity.ts';
import { DUPLICATED, OVER_SQL, PERIODIC } from '../../../schemas/interventions.ts';
import type { Frequency } from '../../../schemas/recurring-days.ts';
import type { Queryable } from '../../database/engine.ts';

/** The value for schedules whose next date counts from the date on which the last intervention was closed. */
export const FROM_CLOSING = 2;

/** The condition that the work is over in a state. */
export const IS_OVER = `id_tipo_stato_odl in ${OVER_SQL}`;

/** The newest intervention of a maintenance. */
export interface Latest {
  id: number;
  tipo: number;
  data_ordine: string | null;
  data_fine: string | null;
  data_ultima_mod: string;
  data_ori_manutenzione: string;
  /** The planned timestamps of earlier interventions, newest first. */
  prima: (string | null)[] | null;
}

export interface Period {
  start: string;
  end: string;
}

export interface Plan extends Frequency, Row {
  id: number;
  id_schedulazione: number;
  id_oggetto: number;
  data_inizio: string;
  data_generata: string | null;
  errore: string | null;
  traduzioni: Text | null;
  id_tipo_odl: number;
  id_tipo_guasto: number;
  id_tecnico: number | null;
  id_usr_notifica: number | null;
  id_classe_intervento: number | null;
  id_checklist: number | null;
  tipo_rinnovo: number;
  data_generazione_start: string | null;
  data_generazione_end: string | null;
  codice_oggetto: string;
  schedulazione: string;
  /** The reasons why no intervention can be created. */
  eliminato: boolean;
  dismesso: boolean;
  classe_eliminata: boolean;
  checklist_eliminata: boolean;
  tecnico_escluso: boolean;
  aperti: number;
  ultimo: Latest | null;
  /** Earlier periods with missing interventions. */
  arretrati: Period[];
  /** Dates that have an intervention. */
  giorni: string[];
}

/** SQL of the open interventions of a maintenance m. */
const OPEN = `select 1 from odl o join stato st on st.id = o.id_stato where o.id_manutenzione = m.id and not st.${IS_OVER}`;

/** The condition that the last period is not finished. isUnfinished() tests the same for a plan. */
const UNFINISHED =
  's.data_generazione_end is not null and (m.data_generata is null or m.data_generata < s.data_generazione_end)';
export const isUnfinished = ({ data_generata: generatedUntil, data_generazione_end: end }: Plan): boolean =>
  end !== null && (generatedUntil === null || generatedUntil < end);

const TIMES_READ = 6;

/** The condition for maintenances m of schedules s that may lack interventions. */
const PENDING = `
  m.canc = 0 and s.canc = 0 and (
    (s.id_tipo_odl = ${PERIODIC} and not exists (${OPEN}))
    or (s.id_tipo_odl = ${DUPLICATED} and ${UNFINISHED}))`;

const ARREARS = 'from generazione_arretrata r where r.id_manutenzione = m.id';

/** The obstacles of a maintenance m of a schedule s. */
export const OBSTACLES = {
  eliminato: 'a.canc = 1',
  dismesso: 'a.dismesso = 1',
  classe_eliminata: 'coalesce(c.canc = 1, false)',
  checklist_eliminata: 'coalesce(k.canc = 1, false)',
  tecnico_escluso: 'coalesce(u.attivo = 0, false)',
};
export const JOINS = `
  join oggetto a on a.id = m.id_oggetto
  left join odl_classe c on c.id = s.id_classe_intervento
  left join checklist k on k.id = m.id_checklist
  left join utente u on u.id = s.id_tecnico`;

/**
 * Returns the query of plans. `from` is SQL of a date. Existing dates are read from there on, or from the first
 * missing period if that is earlier.
 */
const load = (from = 'null::date') => `
  select m.id, m.id_schedulazione, m.id_oggetto, m.data_inizio, m.data_generata, m.id_checklist, m.note, m.errore,
    m.traduzioni, s.descrizione, s.frequenza, s.unita_misura, s.tipo_rinnovo, s.id_tipo_odl, s.id_tipo_guasto,
    s.id_classe_intervento, s.id_tecnico, s.id_usr_notifica, s.priorita, s.ore_previste, s.persone_previste,
    s.data_generazione_start, s.data_generazione_end, s.codice as schedulazione,
    coalesce(a.codice, a.descrizione) as codice_oggetto, a.descrizione as oggetto,
    ${Object.entries(OBSTACLES)
      .map(([name, sql]) => `${sql} as ${name}`)
      .join(', ')},
    (select count(*)::int from (${OPEN}) one) as aperti,
    (select to_jsonb(l) from (
      select o.id, st.id_tipo_stato_odl as tipo, o.data_ordine, o.data_fine, o.data_ultima_mod, o.data_ori_manutenzione,
        (select jsonb_agg(p.data_ordine order by p.id desc) from (
          select e.id, e.data_ordine from odl e where e.id_manutenzione = m.id and e.id < o.id and s.id_tipo_odl = ${PERIODIC}
          order by e.id desc limit ${TIMES_READ}) p) as prima
      from odl o join stato st on st.id = o.id_stato where o.id_manutenzione = m.id order by o.id desc limit 1) l) as ultimo,
    coalesce((select jsonb_agg(jsonb_build_object('start', r.inizio, 'end', r.fine) order by r.inizio) ${ARREARS}), '[]') as arretrati,
    coalesce((select jsonb_agg(o.data_ori_manutenzione) from odl o where o.id_manutenzione = m.id
      and (s.id_tipo_odl = ${PERIODIC} or o.data_ori_manutenzione >=
        least((select min(r.inizio) ${ARREARS}), s.data_generazione_start, ${from}))),
      '[]') as giorni
  from manutenzione m
  join manutenzione_schedulazione s on s.id = m.id_schedulazione${JOINS}`;

/** Reads the plans, among these ids, that may lack interventions. */
export async function pendingPlans(queryable: Queryable, ids: number[]): Promise<Plan[]> {
  const { rows } = await queryable.query<Plan>(
    `${load()} where m.id = any($1::int[]) and ${PENDING} order by m.id`,
    [ids],
  );
  return rows;
}

/** Reads the plans of a schedule or an asset. */
export async function plansOf(
  queryable: Queryable,
  { schedule, asset, from }: { schedule?: number; asset?: number; from?: string },
): Promise<Plan[]> {
  const { rows } = await queryable.query<Plan>(
    `${load('$3::date')} where m.canc = 0 and s.canc = 0 and m.id_schedulazione = coalesce($1::int, m.id_schedulazione)
       and m.id_oggetto = coalesce($2::int, m.id_oggetto) order by m.id`,
    [schedule ?? null, asset ?? null, from ?? null],
  );
  return rows;
}

export interface GenerationTarget {
  schedule?: number;
  maintenance?: number;
}

/** Locks maintenances that may lack interventions until the transaction ends. Their plans are read after it. */
export async function holdPending(
  transaction: Queryable,
  { schedule, maintenance }: GenerationTarget,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await transaction.query<{ id: number }>(
    `select m.id from manutenzione m join manutenzione_schedulazione s on s.id = m.id_schedulazione
     where m.id > $1 and ${PENDING} and ($2::int is null or s.id = $2) and ($3::int is null or m.id = $3)
     order by m.id limit $4 for no key update of m`,
    [after, schedule ?? null, maintenance ?? null, limit],
  );
  return rows.map(({ id }) => id);
}
