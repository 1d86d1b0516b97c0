/** The requests of an intervention's page until it is usable, each with the statements a developer would write. */
interface Statement {
  text: string;
  values: unknown[];
}

export interface DetailCall {
  name: string;
  path: string;
  statements: Statement[];
}

const ROW = `
  select o.*, s.descrizione as stato, s.colore as stato_colore, s.codice as cod_stato, s.id_tipo_stato_odl,
    s.permetti_followup, g.descrizione as tipo_guasto, g.colore as tipo_colore,
    a.codice || ' - ' || a.descrizione as oggetto, p.codice || ' - ' || p.descrizione as oggetto_padre,
    c.descrizione as classe_intervento, u.nome || ' ' || u.cognome as tecnico, n.nome || ' ' || n.cognome as notifica,
    k.descrizione as checklist, m.descrizione as centro, x.codice as originale, r.nome || ' ' || r.cognome as richiedente
  from odl o join stato s on s.id = o.id_stato join odl_tipoguasto g on g.id = o.id_tipo_guasto
  join oggetto a on a.id = o.id_oggetto left join oggetto p on p.id = a.id_obj_padre
  left join odl_classe c on c.id = o.id_classe_intervento left join utente u on u.id = o.id_tecnico
  left join utente n on n.id = o.id_usr_notifica left join checklist k on k.id = o.id_checklist
  left join cdc m on m.id = o.id_centro_di_costo left join odl x on x.id = o.id_intervento_originale
  left join utente r on r.id = o.id_usr_ins
  where o.id = $1`;

/** The counters of the tabs, the sums of costs, and the visible fields of the asset. */
const COUNTS = `
  select (select count(*) from odl_documento d where d.id_odl = $1) as documenti,
    (select count(*) from prenotazione p where p.id_odl = $1) as prenotazioni,
    (select count(*) from odl_prelievo w where w.id_odl = $1) as ricambi,
    (select count(*) from commento c where c.id_intervento = $1) as commenti,
    (select count(*) from odl f where f.id_intervento_originale = $1) as followup,
    (select count(*) from rapportini_firme f where f.id_odl = $1) as firme,
    (select sum(c.totale) from odl_costo c where c.id_odl = $1) as totale,
    (select sum(c.totale) from odl_costo c where c.id_odl = $1 and c.flag = 1) as totale_attivo,
    (select sum(c.totale) from odl_costo c where c.id_odl = $1 and c.flag = 2) as totale_passivo,
    to_jsonb(a) as oggetto
  from odl o join oggetto a on a.id = o.id_oggetto where o.id = $1`;

const HELD =
  'select o.*, s.id_tipo_stato_odl, s.codice as cod_stato from odl o join stato s on s.id = o.id_stato where o.id = $1';
const NEXT = `
  select distinct s.* from odl o join stato_struttura t on t.id_stato_padre = o.id_stato join stato s on s.id = t.id_stato
  where o.id = $1 and t.id_tipo_intervento in (-1, o.id_tipo_guasto) order by s.ordine, s.id`;
const AGAINST = `
  select (select json_agg(c.descrizione) from odl_checklist c where c.id_odl = $1 and c.obbligatoria = 1 and c.checked = 0) as voci,
    (select json_agg(json_build_object('stato', k.id_stato, 'campo', f.campo_tabella, 'label', f.label,
       'condizione', k.id_condizione_controllo, 'valore', k.valore)) from controllo k join odl_campo f on f.id = k.id_campo_odl
     where k.canc = 0 and k.id_classe_odl in (-1, o.id_classe_intervento)) as controlli,
    (select json_agg(r.id_stato) from rapportini r where r.id_odl = $1) as rapportini,
    (select x.codice from odl x join stato s on s.id = x.id_stato
     where x.id_tecnico = o.id_tecnico and x.id <> o.id and s.id_tipo_stato_odl not in (2, 4)
       and x.data_ordine >= date_trunc('day', o.data_ordine) and x.data_ordine < date_trunc('day', o.data_ordine) + interval '1 day'
     order by x.data_ordine limit 1) as impegno,
    exists (select 1 from odl_storico h join stato s on s.id = h.id_stato where h.id_odl = $1 and s.id_tipo_stato_odl = 4) as gia_chiuso,
    exists (select 1 from cdc_oggetti l where l.id_cdc = o.id_centro_di_costo and l.id_oggetto = o.id_oggetto) as centro,
    (select json_agg(l.id_organizzazione) from utente_organizzazione l where l.id_utente = o.id_tecnico) as organizzazioni,
    (select json_agg(l.id_reparto) from utente_reparto l where l.id_utente = o.id_tecnico) as reparti
  from odl o where o.id = $1`;

const CODES = ['BlockAssigned', 'FollowupAllowMulti', 'UserMailNotif'];

export const detailCalls = (id: number, type: number): DetailCall[] => [
  {
    name: 'detail, the intervention',
    path: `/odl/${id}`,
    statements: [ROW, COUNTS].map((text) => ({ text, values: [id] })),
  },
  {
    name: 'detail, the next states and what is against them',
    path: `/stato/?idOdl=${id}&idTipo=${type}`,
    statements: [HELD, NEXT, AGAINST].map((text) => ({ text, values: [id] })),
  },
  {
    name: 'detail, the settings',
    path: `/parametro/?codici=${CODES.join(',')}`,
    statements: [{ text: 'select codice, valore from parametro where codice = any($1)', values: [CODES] }],
  },
];
