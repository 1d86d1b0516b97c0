/** Generates many rows in the database, for a typical or a large plant. Running it again adds nothing. */
import type { Entity } from '../../schemas/entity.ts';
import { ASSIGNED_CODE, CLOSED_CODE, INVOICED_CODE, OPEN_CODE } from '../../schemas/interventions.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { fillClosure } from '../database/closure.ts';
import type { Database } from '../database/engine.ts';
import { ident } from '../database/sql.ts';

export type Size = 'typical' | 'large';

interface Fill {
  resource: string;
  rows: Record<Size, number>;
  /** The last number of each level. A row refers to a row of the previous level, which must exist. */
  levels?: number[];
  /** Inserts the rows with numbers $1 to $2. */
  sql: string;
}

const pick = (texts: string[], number: string): string =>
  `(array[${texts.map((text) => `'${text}'`).join(', ')}])[1 + ${number} % ${texts.length}]`;

/** Returns SQL of the id of a row in a table, depending on the number. */
const anyId = (table: string, id: string, number: string, where = 'true'): string =>
  `((select array_agg(${id} order by ${id}) from ${table} where ${where}))[
    1 + ${number} % (select count(*)::int from ${table} where ${where})]`;

const THINGS = ['Cuscinetto', 'Guarnizione', 'Grasso alimentare', 'Motoriduttore', 'Filtro aria', 'Cinghia'];
const WORKS = ['sostituzione', 'fornitura', 'revisione', 'taratura', 'noleggio', 'smaltimento', 'collaudo'];

const ROLES = 'ruolo r join ruolo_famiglia f on f.id = r.id_famiglia_ruolo';
const ROLES_OF_PEOPLE = `utente u join ${ROLES.replace('ruolo r', 'ruolo r on r.id = u.id_utente_ruolo')}`;
const ITEM = `'Punto ' || n || ': ' || ${pick(WORKS, 'n')} || ' ' || lower(${pick(THINGS, '(n / 7)')})`;

/** Assets in a tree of four levels, numbered after their parents. The first line has a thousand machines. */
const [SITES, LINES, MACHINES] = [20, 1020, 21_020];
const codeOf = (number: string): string => `'V' || lpad((${number})::text, 6, '0')`;
const ABOVE = `case when n <= ${SITES} then null
  when n <= ${LINES} then 1 + (n - ${SITES + 1}) % ${SITES}
  when n <= ${LINES + 1000} then ${SITES + 1}
  when n <= ${MACHINES} then ${SITES + 1} + (n - ${LINES + 1}) % ${LINES - SITES}
  else ${LINES + 1} + (n - ${MACHINES + 1}) % ${MACHINES - LINES} end`;
const MACHINE = pick(['Pressa', 'Essiccatoio', 'Pompa', 'Motore', 'Riduttore', 'Nastro', 'Quadro'], 'n');
const ASSET = `case when n <= ${SITES} then 'Sito ' when n <= ${LINES} then 'Linea ' else ${MACHINE} || ' ' end || n`;
const CLASS = `case when n <= ${LINES} then 'IMPIANTO' when n <= ${MACHINES} then 'MACCHINA' else 'COMPONENTE' end`;

/** SQL of machines and components in no order, so that the work of each is spread over the years. */
const ASSET_OF = `1 + (n::bigint * 7919) % (select count(*) from oggetto where canc = 0 and codice like 'V%')`;

const FILLS: Fill[] = [
  {
    resource: 'costo',
    rows: { typical: 20_000, large: 100_000 },
    sql: `insert into costo (codice, descrizione, id_organizzazione, id_reparto, tipo, costo_unitario)
      select 'V' || lpad(n::text, 6, '0'),
        ${pick(THINGS, 'n')} || ', ' || ${pick(WORKS, '(n / 6)')} || ' lotto ' || n,
        ${anyId('organizzazione', 'id', 'n', 'canc = 0')}, ${anyId('reparto', 'id', '(n / 3)', 'canc = 0')},
        ${anyId('costo_tipo_costo', 'id_tipo_costo', 'n')}, (n * 37 % 100000) / 100.0
      from generate_series($1::int, $2::int) n
      on conflict do nothing`,
  },
  {
    resource: 'cdc',
    rows: { typical: 500, large: 5000 },
    sql: `insert into cdc (codice, descrizione)
      select 'V' || lpad(n::text, 6, '0'), 'Commessa ' || n || ' - ' || ${pick(WORKS, 'n')}
      from generate_series($1::int, $2::int) n
      on conflict do nothing`,
  },
  {
    resource: 'utente',
    rows: { typical: 300, large: 2000 },
    sql: `insert into utente (nome, cognome, mail, id_utente_ruolo, registrazione, attivo, sys, is_default,
        is_email_enabled, is_account_manager, colore)
      select ${pick(['Luca', 'Anna', 'Marco', 'Sara', 'Paolo', 'Elena', 'Andrea'], 'n')},
        ${pick(['Rossi', 'Ferrari', 'Esposito', 'Bianchi', 'Romano'], '(n / 7)')} || ' ' || n,
        'persona' || n || '@volume.example',
        ${anyId(ROLES, 'r.id', 'n', "f.codice in ('RESP', 'RIFTEC')")}, date '2024-01-01' + n % 600, n % 5 / 4, 0, 0, 1, 0,
        json_build_object('r', n * 53 % 200, 'g', n * 29 % 200, 'b', n * 71 % 200, 'a', 1)::text
      from generate_series($1::int, $2::int) n
      where not exists (select 1 from utente u where u.mail = 'persona' || n || '@volume.example')`,
  },
  {
    resource: 'checklist/voce',
    rows: { typical: 1000, large: 10_000 },
    sql: `insert into checklist_voce (descrizione)
      select ${ITEM} from generate_series($1::int, $2::int) n
      where not exists (select 1 from checklist_voce v where v.descrizione = ${ITEM})`,
  },
  {
    resource: 'oggetto',
    rows: { typical: 20_000, large: 100_000 },
    levels: [SITES, LINES, MACHINES],
    sql: `insert into oggetto (codice, descrizione, id_classe, id_organizzazione, id_reparto, id_obj_padre, campo_str1)
      select ${codeOf('n')}, ${ASSET}, (select id from classe where canc = 0 and codice = ${CLASS}),
        coalesce(p.id_organizzazione, ${anyId('organizzazione', 'id', 'n', 'canc = 0')}),
        ${anyId('reparto', 'id', '(n / 3)', 'canc = 0')}, p.id, 'MV' || n
      from generate_series($1::int, $2::int) n
      left join oggetto p on p.canc = 0 and lower(p.codice) = lower(${codeOf(ABOVE)})
      on conflict do nothing`,
  },
  {
    resource: 'magazzino',
    rows: { typical: 5, large: 20 },
    sql: `insert into magazzino (codice, descrizione, id_classe, id_organizzazione, id_reparto)
      select ${codeOf('n')}, 'Deposito ' || n, ${anyId('magazzino_classe', 'id', 'n', 'canc = 0')},
        ${anyId('organizzazione', 'id', 'n', 'canc = 0')}, 1
      from generate_series($1::int, $2::int) n
      on conflict do nothing`,
  },
  {
    resource: 'ricambio',
    rows: { typical: 5000, large: 50_000 },
    sql: `insert into ricambio (codice, descrizione, id_classe, id_organizzazione, id_reparto, unita_di_misura, scorta_minima)
      select ${codeOf('n')}, ${pick(THINGS, 'n')} || ' ' || n, ${anyId('ricambio_classe', 'id', 'n', 'canc = 0')},
        ${anyId('organizzazione', 'id', 'n', 'canc = 0')}, 1, ${pick(['pz', 'm', 'kg', 'l'], 'n')},
        case when n % 5 = 0 then 1 + n % 9 end
      from generate_series($1::int, $2::int) n
      on conflict do nothing`,
  },
  // Each of these parts is loaded once, at one place.
  {
    resource: 'ricambio',
    rows: { typical: 5000, large: 50_000 },
    sql: `with loaded as (
        insert into giacenza (id_ricambio, id_magazzino, quantita)
        select r.id, ${anyId('magazzino', 'id', 'n', "canc = 0 and codice like 'V%'")}, 1 + n * 37 % 50
        from generate_series($1::int, $2::int) n join ricambio r on r.canc = 0 and lower(r.codice) = lower(${codeOf('n')})
        where not exists (select 1 from giacenza g where g.id_ricambio = r.id)
        returning id_ricambio, id_magazzino, quantita)
      insert into movimentazione (id_ricambio, id_magazzino_a, quantita)
      select id_ricambio, id_magazzino, quantita from loaded`,
  },
  // Years of work. One intervention in forty is open and planned around today, the others follow each other in the
  // past.
  {
    resource: 'odl',
    rows: { typical: 10_000, large: 1_000_000 },
    sql: `with made as (
        insert into odl (codice, descrizione, id_oggetto, id_stato, id_tipo_guasto, id_tipo_odl, id_classe_intervento, id_tecnico,
          priorita, data_ordine, data_inizio, data_fine, id_usr_ins, data_ins, data_ultima_mod)
        select 'V' || lpad(n::text, 7, '0'), initcap(${pick(WORKS, 'n')}) || ' ' || lower(${pick(THINGS, '(n / 7)')}) || ' ' || n,
          a.id, s.id, ${anyId('odl_tipoguasto', 'id', 'n', "codice <> '*'")}, 1,
          ${anyId('odl_classe', 'id', 'n', 'canc = 0')},
          case when s.codice <> '${OPEN_CODE}' then ${anyId(ROLES_OF_PEOPLE, 'u.id', 'n', "f.codice = 'RIFTEC'")} end, 1 + n % 3,
          w.planned, case when s.codice not in ('${OPEN_CODE}', '${ASSIGNED_CODE}', 'AN') then w.planned end,
          case when s.codice in ('${CLOSED_CODE}', '${INVOICED_CODE}') then w.planned + (n % 9 + 1) * interval '1 hour' end,
          ${anyId(ROLES_OF_PEOPLE, 'u.id', '(n / 3)', "f.codice = 'RESP'")}, w.planned - interval '1 day', w.planned
        from generate_series($1::int, $2::int) n
        join oggetto a on a.canc = 0 and lower(a.codice) = lower(${codeOf(ASSET_OF)})
        join stato s on s.codice = case when n % 40 = 0 then ${pick([OPEN_CODE, ASSIGNED_CODE, 'IC', 'SO'], '(n / 40)')}
          else ${pick([CLOSED_CODE, CLOSED_CODE, CLOSED_CODE, INVOICED_CODE, 'AN'], 'n')} end
        cross join lateral (select date_trunc('minute', now()) + case when n % 40 = 0
          then (n / 40 % 90 - 60) * interval '1 day' else -(n * 2.5 + 60) * interval '1 minute' end as planned) w
        on conflict do nothing returning *)
      insert into odl_storico (id_odl, id_stato, data_ordine, data_inizio, data_fine, id_tecnico, id_usr_ins, data_ins)
      select id, id_stato, data_ordine, data_inizio, data_fine, id_tecnico, id_usr_ins, data_ins from made`,
  },
];

/** The number of rows per portion, small enough for the embedded engine to answer other queries in between. */
const PORTION = 5000;

/** Inserts a portion. With `unhurried` there is no timeout, because a portion may take long on a busy machine. */
const insertRange = (database: Database, sql: string, numbers: [number, number]): Promise<number> =>
  database.transaction(async (transaction) => (await transaction.query(sql, numbers)).count, {
    unhurried: true,
  });

/** Fills the closure. Without new statistics the planner would use a nested loop over all new rows. */
const fillClosureOf = (database: Database, entity: Entity): Promise<void> =>
  database.transaction(
    async (transaction) => {
      const statements = [`analyze ${ident(entity.table)}`, ...fillClosure(entity)];
      for (const statement of statements) await transaction.query(statement);
    },
    { unhurried: true },
  );

export async function seedVolume(database: Database, schemas: Schemas, size: Size): Promise<void> {
  for (const { resource, rows, levels = [], sql } of FILLS) {
    const entity = schemas.byResource.get(resource);
    if (!entity) continue;
    let added = 0;
    for (let from = 1, to: number; from <= rows[size]; from = to + 1) {
      const end = levels.find((last) => last >= from) ?? rows[size];
      to = Math.min(from + PORTION - 1, end, rows[size]);
      added += await insertRange(database, sql, [from, to]);
    }
    if (entity.hierarchy && added > 0) await fillClosureOf(database, entity);
  }
  await database.maintain();
}
