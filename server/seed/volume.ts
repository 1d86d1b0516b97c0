/** Many rows, made in the database: a plant of a usual size, and a large one. Running it again adds nothing. */
import type { Schemas } from '../../schemas/read-schemas.ts';
import type { Database } from '../database/engine.ts';

export type Size = 'typical' | 'large';

interface Fill {
  resource: string;
  rows: Record<Size, number>;
  /** Inserts the rows numbered from $1 to $2. */
  sql: string;
}

const pick = (texts: string[], number: string): string =>
  `(array[${texts.map((text) => `'${text}'`).join(', ')}])[1 + ${number} % ${texts.length}]`;

/** The id of one of a table's rows, a different one as the number goes on. */
const anyId = (table: string, id: string, number: string, where = 'true'): string =>
  `((select array_agg(${id} order by ${id}) from ${table} where ${where}))[
    1 + ${number} % (select count(*)::int from ${table} where ${where})]`;

const THINGS = ['Cuscinetto', 'Guarnizione', 'Grasso alimentare', 'Motoriduttore', 'Filtro aria', 'Cinghia'];
const WORKS = ['sostituzione', 'fornitura', 'revisione', 'taratura', 'noleggio', 'smaltimento', 'collaudo'];

const ROLES = 'ruolo r join ruolo_famiglia f on f.id = r.id_famiglia_ruolo';
const ITEM = `'Punto ' || n || ': ' || ${pick(WORKS, 'n')} || ' ' || lower(${pick(THINGS, '(n / 7)')})`;

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
];

/** Small enough that the embedded engine answers others in between. */
const PORTION = 5000;

export async function seedVolume(database: Database, schemas: Schemas, size: Size): Promise<void> {
  for (const { rows, sql } of FILLS.filter(({ resource }) => schemas.byResource.has(resource)))
    for (let from = 1; from <= rows[size]; from += PORTION)
      await database.query(sql, [from, Math.min(from + PORTION - 1, rows[size])]);
  await database.maintain();
}
