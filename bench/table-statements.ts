/** The SQL that a developer would write for the calls of `table-calls.ts`: the columns of the reply, and the count. */
import { readSchemas } from '../schemas/read-schemas.ts';
import { wordsOf } from '../server/database/searched-words.ts';
import { ident } from '../server/database/sql.ts';

const of = (alias: string, columns: string): string =>
  columns
    .split(' ')
    .map((column) => `${alias}.${column}`)
    .join(', ');

const STAMPS = 'versione data_ins id_usr_ins data_ultima_mod id_usr_ultima_mod';

const WORK_COLUMNS = `${of(
  'o',
  `id codice descrizione id_oggetto id_stato id_tipo_guasto id_tipo_odl id_classe_intervento id_tecnico id_usr_notifica priorita data_ordine data_inizio data_fine ore_previste persone_previste id_checklist id_centro_di_costo is_mtbf_disabled note id_intervento_originale id_schedulazione id_manutenzione data_ori_manutenzione tempi_stimati ${STAMPS} campo_nota1 campo_boolean1 campo_float1 campo_str1 campo_str2 campo_boolean2 campo_float2 campo_date1 campo_file1 campo_timestamp1`,
)},
  d.frequenza, d.unita_misura, d.codice || ' - ' || d.descrizione as schedulazione, a.id_classe, a.id_organizzazione, a.id_reparto,
  a.codice || ' - ' || a.descrizione as oggetto, p.codice || ' - ' || p.descrizione as oggetto_padre,
  coalesce(s.traduzioni->>'it', s.descrizione) as stato, s.colore as stato_colore, s.codice as cod_stato, s.id_tipo_stato_odl,
  s.permetti_followup, coalesce(g.traduzioni->>'it', g.descrizione) as tipo_guasto, g.colore as tipo_colore,
  coalesce(c.traduzioni->>'it', c.descrizione) as classe_intervento, u.nome || ' ' || u.cognome as tecnico, u.colore as tecnico_colore,
  n.nome || ' ' || n.cognome as usr_notifica, k.descrizione as checklist, m.codice || ' - ' || m.descrizione as centro,
  x.codice || ' - ' || x.descrizione as originale,
  (select count(*)::int from odl_documento f where f.id_odl = o.id) as num_documenti`;

const WORK_NAMES = `
  join stato s on s.id = o.id_stato join odl_tipoguasto g on g.id = o.id_tipo_guasto join oggetto a on a.id = o.id_oggetto
  left join oggetto p on p.id = a.id_obj_padre left join odl_classe c on c.id = o.id_classe_intervento
  left join utente u on u.id = o.id_tecnico left join utente n on n.id = o.id_usr_notifica
  left join checklist k on k.id = o.id_checklist left join cdc m on m.id = o.id_centro_di_costo
  left join odl x on x.id = o.id_intervento_originale left join manutenzione_schedulazione d on d.id = o.id_schedulazione`;

const capped = (from: string): string =>
  `select count(*)::int as tot from (select 1 from ${from} limit 10001) capped`;

const PLANNED = 'order by o.data_ordine desc nulls last, o.id';

export const workList = (where: string): string[] => [
  `select ${WORK_COLUMNS} from (select o.* from odl o where ${where} ${PLANNED} limit 30) o ${WORK_NAMES} ${PLANNED}`,
  capped(`odl o where ${where}`),
];

export const OPEN = 'o.id_stato = any(array(select id from stato where id_tipo_stato_odl not in (2, 4)))';
const CLOSED = 'o.id_stato = any(array(select id from stato where id_tipo_stato_odl = 4))';
export const BELOW = 'o.id_oggetto in (select discendente from oggetto_discendenza where antenato = $1)';
const words = wordsOf(readSchemas().byResource.entity('odl'));
export const FOUND = `o.${ident(words!.name)} like lower($1)`;

export const WORK = `select ${WORK_COLUMNS} from odl o ${WORK_NAMES} where o.id = $1`;

/** The counters of the tabs, the sums of costs, and the asset. */
export const WORK_COUNTS = `
  select (select count(*) from prenotazione p where p.id_odl = $1) as prenotazioni,
    (select count(*) from odl_prelievo w where w.id_odl = $1) as ricambi,
    (select count(*) from commento c where c.id_intervento = $1) as commenti,
    (select count(*) from odl f where f.id_intervento_originale = $1) as followup,
    (select count(*) from rapportini_firme f where f.id_odl = $1) as firme, k.*,
    u.nome || ' ' || u.cognome as usr_ins, u.telefono, to_jsonb(a) as oggetto
  from odl o join oggetto a on a.id = o.id_oggetto left join utente u on u.id = o.id_usr_ins
    cross join lateral (
      select sum(totale) as totale, sum(totale) filter (where flag = 1) as attivo, sum(totale) filter (where flag = 2) as passivo
      from odl_costo where id_odl = $1) k
  where o.id = $1`;

const BY_CODE = 'order by a.codice collate "und-x-icu", a.id';

export const assetList = (where: string): string[] => [
  `select ${of(
    'a',
    `id codice descrizione id_classe id_organizzazione id_reparto id_obj_padre id_tipo_asset_critico dismesso data_installazione data_gestione_manutenzione note canc ${STAMPS} campo_str1 campo_str2 campo_str3 campo_int1 campo_date1 campo_nota1 campo_file1 campo_float1 campo_str4 campo_date2 campo_int2 campo_float2 campo_boolean1 campo_file2`,
  )},
    c.descrizione as classe, o.descrizione as organizzazione, o.id_classe_intervento_default, o.id_tipo_intervento_default,
    r.descrizione as reparto, p.codice as cod_padre, p.descrizione as padre, t.descrizione as tipo_critico, f.*,
    (select count(*)::int from oggetto_documento d where d.id_oggetto = a.id) as num_documenti,
    (select count(*)::int from odl w where w.id_oggetto = a.id) as num_interventi,
    (select count(*)::int from oggetto_ricambi_consigliati l join ricambio b on b.id = l.id_ricambio
     where l.id_oggetto = a.id and b.canc = 0) as num_consigliati,
    (select count(distinct v.id_ricambio)::int from odl w join movimentazione v on v.id_odl = w.id where w.id_oggetto = a.id) as num_ricambi
  from (select a.* from oggetto a where a.canc = 0 and a.dismesso = 0 and ${where} ${BY_CODE} limit 30) a
    join classe c on c.id = a.id_classe join organizzazione o on o.id = a.id_organizzazione join reparto r on r.id = a.id_reparto
    left join oggetto p on p.id = a.id_obj_padre left join tipi_asset_critico t on t.id = a.id_tipo_asset_critico
    cross join lateral (
      select count(*)::int as guasti, sum(extract(epoch from o.data_fine - coalesce(o.data_inizio, o.data_ordine))) as fermo
      from odl o join odl_tipoguasto g on g.id = o.id_tipo_guasto
      where o.id_oggetto = a.id and g.is_mtbf_enabled = 1 and o.is_mtbf_disabled is distinct from 1 and ${CLOSED}
        and o.data_fine >= date_trunc('year', now()) and o.data_fine < now()) f ${BY_CODE}`,
  capped(`oggetto a where a.canc = 0 and a.dismesso = 0 and ${where}`),
];

export const ASSETS_BELOW = 'a.id in (select discendente from oggetto_discendenza where antenato = $1)';

/** What open work has reserved and not yet taken. */
const RESERVED = `
  from prenotazione v join odl o on o.id = v.id_odl
  where ${OPEN} and v.quantita > coalesce(v.quantita_prelevata, 0)`;
const RESERVED_SUM = 'sum(v.quantita - coalesce(v.quantita_prelevata, 0))';

export const STOCK = `
  select g.id, g.id_magazzino, m.codice, m.descrizione as magazzino, g.id_ubicazione, u.descrizione as ubicazione, g.id_lotto,
    l.descrizione as lotto, r.unita_di_misura, g.quantita,
    least(g.quantita, sum(g.quantita) over () - coalesce((select ${RESERVED_SUM} ${RESERVED} and v.id_ricambio = $1), 0)) as disponibile
  from giacenza g join magazzino m on m.id = g.id_magazzino join ricambio r on r.id = g.id_ricambio
    left join ubicazione u on u.id = g.id_ubicazione left join ricambio_lotto l on l.id = g.id_lotto
  where g.id_ricambio = $1 and r.canc = 0 order by m.codice, u.descrizione, l.descrizione`;

const LOW = `
  ricambio t left join (select id_ricambio, sum(quantita) as q from giacenza group by 1) g on g.id_ricambio = t.id
  left join (select v.id_ricambio, ${RESERVED_SUM} as q ${RESERVED} group by 1) w on w.id_ricambio = t.id
  where t.canc = 0 and t.scorta_minima > 0 and t.scorta_minima > coalesce(g.q, 0) - coalesce(w.q, 0)`;

export const LOW_STOCK = [
  `select l.*, c.descrizione as classe, o.descrizione as organizzazione, r.descrizione as reparto,
     (select count(*)::int from ricambio_documento d where d.id_ricambio = l.id) as num_documenti,
     (select count(*)::int from movimentazione v where v.id_ricambio = l.id) as movimentazioni,
     (select count(distinct v.id_odl)::int from movimentazione v where v.id_ricambio = l.id) as num_interventi
   from (
     select ${of(
       't',
       `id codice descrizione id_classe id_organizzazione id_reparto unita_di_misura division mostra_su_oggetto scorta_minima note canc ${STAMPS} campo_str1 campo_str2 campo_int1 campo_file1 campo_float1 campo_str3 campo_int2 campo_float2 campo_boolean1`,
     )},
       coalesce(g.q, 0) as giacenza, coalesce(g.q, 0) - coalesce(w.q, 0) as disponibile
     from ${LOW} order by t.codice collate "und-x-icu", t.id limit 30) l
   join ricambio_classe c on c.id = l.id_classe join organizzazione o on o.id = l.id_organizzazione
   join reparto r on r.id = l.id_reparto order by l.codice collate "und-x-icu", l.id`,
  capped(LOW),
];

/** With the long work that began before the window. */
const IN_WINDOW = `
  o.data_ordine >= $1::timestamp at time zone 'Europe/Rome' - interval '31 days'
  and (o.data_ordine >= $1::timestamp at time zone 'Europe/Rome' or o.ore_previste > 8)
  and o.data_ordine < ($2::timestamp + interval '1 day') at time zone 'Europe/Rome'`;
export const CALENDAR_COUNT = `select count(*)::int as tot from (select 1 from odl o where ${IN_WINDOW} limit 2001) o`;
export const CALENDAR_ROWS = `
  select ${of('o', 'id codice descrizione id_oggetto id_stato id_tipo_guasto id_tecnico id_usr_notifica priorita data_ordine data_fine ore_previste versione id_usr_ins')},
    s.id_tipo_stato_odl, coalesce(s.traduzioni->>'it', s.descrizione) as stato, s.codice as cod_stato,
    a.codice || ' - ' || a.descrizione as oggetto, coalesce(g.traduzioni->>'it', g.descrizione) as tipo_guasto, g.colore,
    u.nome || ' ' || u.cognome as tecnico
  from odl o join stato s on s.id = o.id_stato join odl_tipoguasto g on g.id = o.id_tipo_guasto
    join oggetto a on a.id = o.id_oggetto left join utente u on u.id = o.id_tecnico
  where ${IN_WINDOW} ${PLANNED}`;
export const CALENDAR_DAYS = `
  select (o.data_ordine at time zone 'Europe/Rome')::date as giorno, case when o.ore_previste > 8 then o.ore_previste end as ore,
    count(*)::int as quanti
  from odl o where ${IN_WINDOW} group by 1, 2`;

export const HISTORY = `
  select id, operazione, data, fatto, id_utente, utente, modifiche, atto, valori from storico_modifiche
  where risorsa = 'odl' and id_record = $1 order by id desc limit 500`;

/** The three figures of the home page, of the interventions that this condition leaves. */
export const homeFigures = (seen: string): string[] => {
  const months = (column: string, where: string): string => `
    (select extract(month from o.${column} at time zone 'Europe/Rome') as mese, count(*)::int as quanti
     from odl o where ${seen} and ${where} and o.${column} >= date_trunc('year', now()) group by 1)`;
  return [
    `select s.id, s.codice, s.descrizione, s.colore, s.ordine, s.id_tipo_stato_odl, coalesce(n.totale, 0) as totale
     from stato s left join (select o.id_stato, count(*)::int as totale from odl o where ${seen} group by 1) n on n.id_stato = s.id
     order by s.ordine, s.id`,
    `select count(*)::int as totale, (count(*) filter (where o.data_ordine < date_trunc('day', now())))::int as in_ritardo
     from odl o where ${seen} and ${OPEN}`,
    `select coalesce(a.mese, c.mese) as mese, a.quanti as aperti, c.quanti as chiusi
     from ${months('data_ins', 'true')} a full join ${months('data_fine', CLOSED)} c on c.mese = a.mese order by 1`,
  ];
};

const EVENT = `
  insert into cambiamento (risorsa, id_record, riga, prima, id_utente, chi)
  select 'odl', t.id, jsonb_strip_nulls(to_jsonb(t)), $1::jsonb, 1, 'Bench' from t`;

/** An intervention with its code, both of its histories and the event that mails are made from. */
export const CREATE = `
  with t as (
    insert into odl (codice, descrizione, id_oggetto, id_stato, id_tipo_guasto, id_tipo_odl, priorita, data_ordine,
      is_mtbf_disabled, tempi_stimati, id_usr_ins, id_usr_ultima_mod)
    values ('H-' || nextval(to_regclass('odl_codice_' || to_char(now(), 'YY'))), 'bench', $2, $3, $4, 1, 1, now(), 0, 0, 1, 1)
    returning *),
  h as (
    insert into odl_storico (id_odl, id_usr_ins, usr_ins, id_stato, data_ordine, stimato)
    select id, 1, 'Bench', id_stato, data_ordine, 0 from t),
  c as (
    insert into storico_modifiche (risorsa, operazione, id_record, id_utente, utente, modifiche)
    select 'odl', 'create', id, 1, 'Bench', $1::jsonb from t),
  e as (${EVENT})
  select id from t`;
export const LAST_CREATED = WORK.replace('$1', "(select currval(pg_get_serial_sequence('odl', 'id')))");
export const HELD = 'select * from odl where id = $1 for update';
export const UPDATE = `
  with t as (
    update odl set note = $3, versione = versione + 1, data_ultima_mod = now(), id_usr_ultima_mod = 1 where id = $2 returning *),
  c as (
    insert into storico_modifiche (risorsa, operazione, id_record, id_utente, utente, modifiche)
    select 'odl', 'update', id, 1, 'Bench', $1::jsonb from t),
  e as (${EVENT})
  select id from t`;
/** What a change of an intervention is checked against. */
export const CHECKS = `
  select (select json_agg(json_build_object('id', s.id, 'codice', s.codice, 'tipo', s.id_tipo_stato_odl)) from stato s) as stati,
    (select json_agg(t) from stato_struttura t where t.id_stato_padre = o.id_stato) as passaggi,
    (select json_agg(c.descrizione) from odl_checklist c where c.id_odl = o.id and c.obbligatoria = 1 and c.checked = 0) as voci
  from odl o where o.id = $1`;
