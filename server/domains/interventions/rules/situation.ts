/** Reads everything the checks of an intervention need, in one statement. */

import { ALL_CLASSES } from '../../../../schemas/custom-fields.ts';
import type { Language, Row } from '../../../../schemas/entity.ts';
import { CLOSING, NO_STATE, OVER_SQL } from '../../../../schemas/interventions.ts';
import type { Control } from '../../../../schemas/state-controls.ts';
import type { WriteContext } from '../../../capabilities/rules.ts';
import type { Queryable } from '../../../database/engine.ts';
import { onlyRow } from '../../../database/rows.ts';
import { inLanguage, Values } from '../../../database/sql.ts';
import { isOfClocks, localTime } from '../../../plant/plant-time.ts';
import { ID_MAX } from '../../../requests/ids.ts';
import { endOf, startOf } from '../list/plant-days.ts';
import { sees } from '../reach/sight.ts';
import { REPORTED } from '../report/need.ts';
import type { Passage } from './transitions.ts';

export interface State {
  id: number;
  codice: string;
  descrizione: string;
  tipo: number;
  /** 1 if the state requires a job report. */
  firma: number;
}

/** A check of a state. */
export interface StateControl extends Control {
  stato: number;
}

/** The configuration. */
export interface Structure {
  states: Map<number, State>;
  passages: Passage[];
  controls: StateControl[];
  everyType: number | null;
}

/** The facts about this intervention. */
export interface Facts {
  /** The assigned user is a technician, and may see the asset. */
  isTechnician: boolean;
  seesAsset: boolean;
  /** Another intervention of the technician at the same time. */
  clash: string | null;
  /** Mandatory items that are not ticked. */
  missing: string[];
  /** States with a current job report. */
  reported: number[];
  closedBefore: boolean;
  centreLinked: boolean;
  /** The default class of the asset's organisation. */
  defaultClass: number | null;
}

export interface Situation extends Structure {
  facts: Facts;
}

type ReadContext = Pick<WriteContext, 'setting'> & { transaction: Queryable; language: Language };

/** Returns the query of transitions from a state and checks of a class. Both are parameters. */
const structureSql = (language: Language, from: string, classId: string): string => `
  select
    (select json_agg(json_build_object('id', s.id, 'codice', s.codice, 'tipo', s.id_tipo_stato_odl,
       'descrizione', ${inLanguage('s', 'descrizione', language)},
       'firma', s.richiedi_firma_rapportino)) from stato s) as states,
    (select coalesce(json_agg(json_build_object('stato', p.id_stato, 'ruolo', p.id_ruolo,
       'tipo', p.id_tipo_intervento)), '[]') from stato_struttura p where p.id_stato_padre = ${from}::int) as passages,
    (select coalesce(json_agg(json_build_object('stato', c.id_stato, 'campo', f.campo_tabella, 'label', ${inLanguage('f', 'label', language)},
       'condizione', c.id_condizione_controllo, 'valore', c.valore) order by c.id_controllo_odl), '[]')
     from controllo c join odl_campo f on f.id = c.id_campo_odl
     where c.canc = 0 and c.id_classe_odl in (${ALL_CLASSES}, ${classId}::int)) as controls,
    (select id from odl_tipoguasto where codice = '*') as "everyType"`;

type StructureRow = Omit<Structure, 'states'> & { states: State[] };

const read = ({ states, passages, controls, everyType }: StructureRow): Structure => ({
  states: new Map(states.map((state) => [state.id, state])),
  passages,
  controls,
  everyType,
});

/** Reads the configuration for a new intervention, which comes from no state. */
export async function structureOf(
  { transaction, language }: ReadContext,
  classId: number | null = null,
): Promise<Structure> {
  const { rows } = await transaction.query<StructureRow>(structureSql(language, '$1', '$2'), [
    NO_STATE,
    classId ?? ALL_CLASSES,
  ]);
  return read(onlyRow(rows));
}

/**
 * SQL of the mandatory items that are not ticked. A new checklist counts with its own items, and some of these may
 * be ticked in the previous one.
 */
const MISSING = `
  case when $3::boolean then (
    select coalesce(json_agg(v.descrizione order by r.ordine, v.id), '[]') from checklist_relazione r
    join checklist_voce v on v.id = r.id_voce and v.canc = 0
    where r.id_checklist = $2::int and r.obbligatoria = '1' and not exists (
      select 1 from odl_checklist c where c.id_odl = $1 and c.id_voce = r.id_voce and c.checked = 1))
  else (
    select coalesce(json_agg(c.descrizione order by c.ordine, c.id), '[]') from odl_checklist c
    where c.id_odl = $1 and c.obbligatoria = 1 and c.checked = 0) end`;

const integer = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= ID_MAX ? value : null;

/**
 * Returns SQL of another open intervention of the technician on the same date; if both have a duration, only if the
 * times overlap.
 */
function clashSql(row: Row, technician: string, { setting }: ReadContext, values: Values): string {
  const planned = typeof row.data_ordine === 'string' ? row.data_ordine : undefined;
  if (!planned || !isOfClocks(planned) || integer(row.id_tecnico) === null) return 'null::text';
  const day = localTime(planned, setting).slice(0, 10);
  const [start, end] = [values.add(startOf(day, setting)), values.add(endOf(day, setting))];
  const [from, hours] = [values.add(planned), values.add(row.ore_previste ?? null)];
  const endOfWork = (moment: string, length: string) => `${moment} + ${length} * interval '1 hour'`;
  return `(
    select coalesce(o.codice, o.descrizione) from odl o join stato s on s.id = o.id_stato
    where o.id_tecnico = ${technician}::int and o.id <> coalesce($1::int, 0) and s.id_tipo_stato_odl not in ${OVER_SQL}
      and o.data_ordine >= ${start}::timestamptz and o.data_ordine < ${end}::timestamptz
      and (coalesce(o.ore_previste, 0) = 0 or coalesce(${hours}::numeric, 0) = 0 or (
        o.data_ordine < ${endOfWork(`${from}::timestamptz`, `${hours}::numeric`)}
        and ${from}::timestamptz < ${endOfWork('o.data_ordine', 'o.ore_previste')}))
    order by o.data_ordine, o.id limit 1)`;
}

/** Returns the query of the facts. $1 to $3 are used by the constants above. */
function factsSql(context: ReadContext, row: Row, before: Row | undefined, values: Values): string {
  values.add(integer(before?.id));
  values.add(integer(row.id_checklist));
  values.add((row.id_checklist ?? null) !== (before?.id_checklist ?? null));
  const [asset, technician, centre] = [row.id_oggetto, row.id_tecnico, row.id_centro_di_costo].map((value) =>
    values.add(integer(value)),
  ) as [string, string, string];
  return `
    select f.codice is not null and f.codice = 'RIFTEC' as "isTechnician",
      coalesce(${sees('u.id', 'a.id_organizzazione', 'a.id_reparto')}, false) as "seesAsset",
      ${clashSql(row, technician, context, values)} as clash,
      ${MISSING} as missing, ${REPORTED} as reported,
      exists (select 1 from odl_storico h join stato s on s.id = h.id_stato
        where h.id_odl = $1 and s.id_tipo_stato_odl = ${CLOSING}) as "closedBefore",
      exists (select 1 from cdc_oggetti l where l.id_cdc = ${centre}::int and l.id_oggetto = a.id) as "centreLinked",
      (select g.id_classe_intervento_default from organizzazione g where g.id = a.id_organizzazione) as "defaultClass"
    from (select 1) one
    left join oggetto a on a.id = ${asset}::int
    left join utente u on u.id = ${technician}::int
    left join ruolo r on r.id = u.id_utente_ruolo left join ruolo_famiglia f on f.id = r.id_famiglia_ruolo`;
}

export async function situationOf(
  context: ReadContext,
  row: Row,
  before: Row | undefined,
): Promise<Situation> {
  const values = new Values();
  const facts = factsSql(context, row, before, values);
  const from = values.add(integer(before?.id_stato) ?? NO_STATE);
  const classId = values.add(integer(row.id_classe_intervento) ?? ALL_CLASSES);
  const structure = structureSql(context.language, from, classId);
  const { rows } = await context.transaction.query<StructureRow & { facts: Facts }>(
    `select s.*, to_jsonb(f) as facts from (${structure}) s, (${facts}) f`,
    values.list,
  );
  return { ...read(onlyRow(rows)), facts: onlyRow(rows).facts };
}

/** The query for new interventions. It leaves out checklists, because new interventions cannot be closed. */
const MANY = `
  select r.n::int as n, f.codice is not null and f.codice = 'RIFTEC' as "isTechnician",
    coalesce(${sees('u.id', 'a.id_organizzazione', 'a.id_reparto')}, false) as "seesAsset",
    exists (select 1 from cdc_oggetti l where l.id_cdc = r.centro and l.id_oggetto = a.id) as "centreLinked",
    (select g.id_classe_intervento_default from organizzazione g where g.id = a.id_organizzazione) as "defaultClass"
  from unnest($1::int[], $2::int[], $3::int[]) with ordinality r(asset, tecnico, centro, n)
  left join oggetto a on a.id = r.asset
  left join utente u on u.id = r.tecnico
  left join ruolo t on t.id = u.id_utente_ruolo left join ruolo_famiglia f on f.id = t.id_famiglia_ruolo`;

/** Reads the situations of many new interventions: one statement per class, and one for all. */
export async function situationsOf(context: ReadContext, rows: Row[]): Promise<Situation[]> {
  const structures = new Map<number | null, Structure>();
  for (const classId of new Set(rows.map((row) => integer(row.id_classe_intervento))))
    structures.set(classId, await structureOf(context, classId));
  const columns = ['id_oggetto', 'id_tecnico', 'id_centro_di_costo'];
  const columnsOfIds = columns.map((name) => rows.map((row) => integer(row[name])));
  const found = await context.transaction.query<Facts & { n: number }>(MANY, columnsOfIds);
  const facts = new Map(found.rows.map(({ n, ...rowFacts }) => [n, rowFacts]));
  const noFacts = { clash: null, missing: [], reported: [], closedBefore: false };
  return rows.map((row, index) => ({
    ...structures.get(integer(row.id_classe_intervento))!,
    facts: { ...facts.get(index + 1)!, ...noFacts },
  }));
}
