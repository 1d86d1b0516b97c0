/** Everything that the checks of an intervention need to know, in one statement however much that is. */

import type { Language, Row } from '../../../../schemas/entity.ts';
import { CLOSING, OVER_SQL } from '../../../../schemas/interventions.ts';
import type { WriteContext } from '../../../capabilities/rules.ts';
import type { Queryable } from '../../../database/engine.ts';
import { onlyRow } from '../../../database/rows.ts';
import { inLanguage, Values } from '../../../database/sql.ts';
import { isOfClocks, localTime } from '../../../plant/plant-time.ts';
import { ID_MAX } from '../../../requests/ids.ts';
import { endOf, startOf } from '../list/plant-days.ts';
import { sees } from '../reach/sight.ts';
import { REPORTED } from '../report/need.ts';
import type { Control } from './controls.ts';
import { NONE, type Passage } from './transitions.ts';

export interface State {
  id: number;
  codice: string;
  descrizione: string;
  tipo: number;
  /** A job report is asked for. */
  firma: number;
}

/** What is configured. */
export interface Structure {
  states: Map<number, State>;
  passages: Passage[];
  controls: Control[];
  everyType: number | null;
}

/** What is the case with this intervention. */
export interface Facts {
  /** The person named is a technician, and sees the asset. */
  isTechnician: boolean;
  seesAsset: boolean;
  /** Another intervention of the technician in the same time. */
  clash: string | null;
  /** Mandatory items that are not ticked. */
  missing: string[];
  /** States whose job report is there. */
  reported: number[];
  closedBefore: boolean;
  centreLinked: boolean;
  /** The class that the asset's organisation has for its interventions. */
  defaultClass: number | null;
}

export interface Situation extends Structure {
  facts: Facts;
}

type Asking = Pick<WriteContext, 'setting'> & { transaction: Queryable; language: Language };

/** The passages from a state, the controls of a class: both as parameters. */
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
     where c.canc = 0 and c.id_classe_odl in (-1, ${classId}::int)) as controls,
    (select id from odl_tipoguasto where codice = '*') as "everyType"`;

type StructureRow = Omit<Structure, 'states'> & { states: State[] };

const read = ({ states, passages, controls, everyType }: StructureRow): Structure => ({
  states: new Map(states.map((state) => [state.id, state])),
  passages,
  controls,
  everyType,
});

/** For one that is new, and comes from no state. */
export async function structureOf(
  { transaction, language }: Asking,
  classId: number | null = null,
): Promise<Structure> {
  const { rows } = await transaction.query<StructureRow>(structureSql(language, '$1', '$2'), [
    NONE,
    classId ?? NONE,
  ]);
  return read(onlyRow(rows));
}

/** A new checklist counts with its own items, of which some may have been ticked in the one before. */
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

/** Another open one of his on the same day; where both say how long they take, only if the times overlap. */
function clashSql(row: Row, technician: string, { setting }: Asking, values: Values): string {
  const planned = typeof row.data_ordine === 'string' ? row.data_ordine : undefined;
  if (!planned || !isOfClocks(planned) || integer(row.id_tecnico) === null) return 'null::text';
  const day = localTime(planned, setting).slice(0, 10);
  const [start, end] = [values.add(startOf(day, setting)), values.add(endOf(day, setting))];
  const [from, hours] = [values.add(planned), values.add(row.ore_previste ?? null)];
  const lasting = (moment: string, length: string) => `${moment} + ${length} * interval '1 hour'`;
  return `(
    select coalesce(o.codice, o.descrizione) from odl o join stato s on s.id = o.id_stato
    where o.id_tecnico = ${technician}::int and o.id <> coalesce($1::int, 0) and s.id_tipo_stato_odl not in ${OVER_SQL}
      and o.data_ordine >= ${start}::timestamptz and o.data_ordine < ${end}::timestamptz
      and (coalesce(o.ore_previste, 0) = 0 or coalesce(${hours}::numeric, 0) = 0 or (
        o.data_ordine < ${lasting(`${from}::timestamptz`, `${hours}::numeric`)}
        and ${from}::timestamptz < ${lasting('o.data_ordine', 'o.ore_previste')}))
    order by o.data_ordine, o.id limit 1)`;
}

/** The first three values are those that the constants above speak of. */
function factsSql(asking: Asking, row: Row, before: Row | undefined, values: Values): string {
  values.add(integer(before?.id));
  values.add(integer(row.id_checklist));
  values.add((row.id_checklist ?? null) !== (before?.id_checklist ?? null));
  const [asset, technician, centre] = [row.id_oggetto, row.id_tecnico, row.id_centro_di_costo].map((value) =>
    values.add(integer(value)),
  ) as [string, string, string];
  return `
    select f.codice is not null and f.codice = 'RIFTEC' as "isTechnician",
      coalesce(${sees('u.id', 'a.id_organizzazione', 'a.id_reparto')}, false) as "seesAsset",
      ${clashSql(row, technician, asking, values)} as clash,
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

export async function situationOf(asking: Asking, row: Row, before: Row | undefined): Promise<Situation> {
  const values = new Values();
  const facts = factsSql(asking, row, before, values);
  const [from, classId] = [before?.id_stato, row.id_classe_intervento].map((id) =>
    values.add(integer(id) ?? NONE),
  ) as [string, string];
  const structure = structureSql(asking.language, from, classId);
  const { rows } = await asking.transaction.query<StructureRow & { facts: Facts }>(
    `select s.*, to_jsonb(f) as facts from (${structure}) s, (${facts}) f`,
    values.list,
  );
  return { ...read(onlyRow(rows)), facts: onlyRow(rows).facts };
}

/** Of new ones: their checklists are not looked at, as nothing is closed before it is open. */
const MANY = `
  select r.n::int as n, f.codice is not null and f.codice = 'RIFTEC' as "isTechnician",
    coalesce(${sees('u.id', 'a.id_organizzazione', 'a.id_reparto')}, false) as "seesAsset",
    exists (select 1 from cdc_oggetti l where l.id_cdc = r.centro and l.id_oggetto = a.id) as "centreLinked",
    (select g.id_classe_intervento_default from organizzazione g where g.id = a.id_organizzazione) as "defaultClass"
  from unnest($1::int[], $2::int[], $3::int[]) with ordinality r(asset, tecnico, centro, n)
  left join oggetto a on a.id = r.asset
  left join utente u on u.id = r.tecnico
  left join ruolo t on t.id = u.id_utente_ruolo left join ruolo_famiglia f on f.id = t.id_famiglia_ruolo`;

/** What the checks of many new interventions need, in a statement for each class among them and one for all. */
export async function situationsOf(asking: Asking, rows: Row[]): Promise<Situation[]> {
  const structures = new Map<number | null, Structure>();
  for (const classId of new Set(rows.map((row) => integer(row.id_classe_intervento))))
    structures.set(classId, await structureOf(asking, classId));
  const columns = ['id_oggetto', 'id_tecnico', 'id_centro_di_costo'];
  const told = columns.map((name) => rows.map((row) => integer(row[name])));
  const found = await asking.transaction.query<Facts & { n: number }>(MANY, told);
  const facts = new Map(found.rows.map(({ n, ...one }) => [n, one]));
  const nothing = { clash: null, missing: [], reported: [], closedBefore: false };
  return rows.map((row, index) => ({
    ...structures.get(integer(row.id_classe_intervento))!,
    facts: { ...facts.get(index + 1)!, ...nothing },
  }));
}
