/** The open work of a technician of the pack benchmark, as statements. */

export interface PackUser {
  code: string;
  mail: string;
  /** Whether the user sees only a department of its own. Otherwise the user sees everything. */
  scoped: boolean;
}

export const SCOPED: PackUser = { code: 'PACK', mail: 'pack@bench.example', scoped: true };
export const UNSCOPED: PackUser = { code: 'PACKALL', mail: 'pack-all@bench.example', scoped: false };

/** The number of works of each technician. The pack adds work without a technician. */
export const WORKS = 200;
const ASSETS = 40;

interface Statement {
  text: string;
  values: unknown[];
}

const DEPARTMENT = `(select id from reparto where codice = $1::text)`;
const EVERYTHING = "(select id from reparto where codice = '*')";
const ALL_ORGANISATIONS = "(select id from organizzazione where codice = '*')";
const TECHNICIAN = '(select id from utente where mail = $2::text)';
const OWN_WORK = "select id from odl where codice like $1::text || '-%'";

/** Statements that add the work. Adding it again does nothing. */
export function PACK_WORK({ code, mail, scoped }: PackUser): Statement[] {
  const statement = (text: string, ...values: unknown[]): Statement => ({ text, values });
  return [
    statement(
      "insert into reparto (codice, descrizione) select $1::text, 'Reparto ' || $1::text on conflict do nothing",
      code,
    ),
    statement(
      `insert into utente (nome, cognome, mail, id_utente_ruolo, attivo)
       select 'Tecnico', $1::text, $2::text, id_utente_ruolo, 1 from utente u where u.mail = 'tecnico@officina.example'
         and not exists (select 1 from utente x where x.mail = $2::text)`,
      code,
      mail,
    ),
    statement(
      `insert into credenziale (id_utente, hash)
       select (select id from utente where mail = $1::text), c.hash from credenziale c join utente u on u.id = c.id_utente
       where u.mail = 'tecnico@officina.example' on conflict do nothing`,
      mail,
    ),
    statement(
      `insert into utente_organizzazione (id_utente, id_organizzazione)
       select id, ${ALL_ORGANISATIONS} from utente where mail = $1::text on conflict do nothing`,
      mail,
    ),
    statement(
      `insert into utente_reparto (id_utente, id_reparto)
       select ${TECHNICIAN}, ${scoped ? DEPARTMENT : EVERYTHING}
       ${scoped ? '' : 'where $1::text is not null'} on conflict do nothing`,
      code,
      mail,
    ),
    // Forty components below machines of the plant, in the department.
    statement(
      `with made as (
         insert into oggetto (codice, descrizione, id_classe, id_organizzazione, id_reparto, id_obj_padre)
         select $1::text || '-' || n, 'Pompa ' || n, p.id_classe, p.id_organizzazione, ${DEPARTMENT}, p.id
         from generate_series(1, ${ASSETS}) n join oggetto p on p.codice = 'V' || lpad((5000 + n * 97)::text, 6, '0')
         on conflict do nothing returning id, id_obj_padre)
       insert into oggetto_discendenza (antenato, discendente, distanza)
       select d.antenato, m.id, d.distanza + 1 from made m join oggetto_discendenza d on d.discendente = m.id_obj_padre
       union all select id, id, 0 from made`,
      code,
    ),
    statement(
      `insert into oggetto_ricambi_consigliati (id_oggetto, id_ricambio)
       select a.id, r.id from oggetto a join ricambio r on r.codice in
         ('V' || lpad((a.id % 4900 + 1)::text, 6, '0'), 'V' || lpad((a.id % 4700 + 9)::text, 6, '0'))
       where a.codice like $1::text || '-%' on conflict do nothing`,
      code,
    ),
    statement(
      `insert into odl (codice, descrizione, id_oggetto, id_stato, id_tipo_guasto, id_tipo_odl, id_classe_intervento,
         id_tecnico, priorita, data_ordine, id_usr_ins, id_checklist, note, campo_nota1, campo_boolean1, campo_float1, campo_str1)
       select $1::text || '-' || n, 'Revisione della pompa ' || n, a.id,
         (select id from stato where codice = 'AS'),
         (select min(id) from odl_tipoguasto where codice <> '*'), 1,
         (select id from odl_classe where codice = case n % 3 when 0 then 'MEC' when 1 then 'ELE' else 'STD' end),
         ${TECHNICIAN}, 1 + n % 3, date_trunc('hour', now()) + n * interval '1 hour',
         (select id from utente where mail = 'segnalatore@officina.example'), (select min(id) from checklist),
         'Portare la scala e la chiave ' || n, 'Usura del cuscinetto ' || n, n % 2, n / 2.0, 'CAUSA-' || n % 7
       from generate_series(1, ${WORKS}) n join oggetto a on a.codice = $1::text || '-' || (1 + n % ${ASSETS})
       where not exists (select 1 from odl o where o.codice = $1::text || '-' || n)`,
      code,
      mail,
    ),
    statement(
      `insert into odl_checklist (id_odl, id_voce, descrizione, ordine, obbligatoria)
       select o.id, null, 'Punto ' || n || ': controllo del gruppo ' || o.id % 17, n, n % 2
       from (${OWN_WORK}) o cross join generate_series(1, 6) n
       where not exists (select 1 from odl_checklist c where c.id_odl = o.id)`,
      code,
    ),
    statement(
      `insert into prenotazione (id_odl, id_ricambio, quantita)
       select o.id, r.id, 2 from (${OWN_WORK}) o join ricambio r on r.codice in
         ('V' || lpad((o.id % 4900 + 1)::text, 6, '0'), 'V' || lpad((o.id % 4900 + 3)::text, 6, '0'))
       on conflict do nothing`,
      code,
    ),
    // A van with as many parts as a pack has at most.
    statement(
      `insert into magazzino (codice, descrizione, id_classe, id_organizzazione, id_reparto, id_utente)
       select 'F-' || $1::text, 'Furgone ' || $1::text, (select min(id) from magazzino_classe), ${ALL_ORGANISATIONS},
         ${scoped ? DEPARTMENT : EVERYTHING}, ${TECHNICIAN} on conflict do nothing`,
      code,
      mail,
    ),
    statement(
      `insert into giacenza (id_ricambio, id_magazzino, quantita)
       select r.id, m.id, 2 from magazzino m join ricambio r on r.codice between 'V000500' and 'V000999'
       where m.codice = 'F-' || $1::text on conflict do nothing`,
      code,
    ),
    statement(
      `insert into commento (id_intervento, testo, id_usr_ins)
       select o.id, 'Commento ' || n || ': vibra ancora dopo la regolazione ' || o.id, ${TECHNICIAN}
       from (${OWN_WORK}) o cross join generate_series(1, 3) n
       where not exists (select 1 from commento c where c.id_intervento = o.id)`,
      code,
      mail,
    ),
  ];
}
