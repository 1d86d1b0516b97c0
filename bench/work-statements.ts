/** The lists of interventions as hand-written statements: the rows with joined names, and their count. */
import { FOUND } from './table-statements.ts';

export interface WorkList {
  name: string;
  /** The query of our call. */
  query: string;
  rows: string;
  count: string;
  values: unknown[];
}

const NAMED = `
  select o.*, s.descrizione as stato, s.colore as stato_colore, g.descrizione as tipo_guasto, g.colore as tipo_colore,
    a.codice || ' - ' || a.descrizione as oggetto, p.codice || ' - ' || p.descrizione as oggetto_padre,
    c.descrizione as classe_intervento, u.nome || ' ' || u.cognome as tecnico
  from (`;
const NAMES = `) o join stato s on s.id = o.id_stato join odl_tipoguasto g on g.id = o.id_tipo_guasto
  join oggetto a on a.id = o.id_oggetto left join oggetto p on p.id = a.id_obj_padre
  left join odl_classe c on c.id = o.id_classe_intervento left join utente u on u.id = o.id_tecnico
  order by o.data_ordine desc nulls last, o.id`;

const listOf = (name: string, query: string, where: string, values: unknown[]): WorkList => ({
  name,
  query: `pag=1&sort=data_ordine,DESC&${query}`,
  rows: `${NAMED} select o.* from odl o where ${where} order by o.data_ordine desc nulls last, o.id limit 30 ${NAMES}`,
  count: `select count(*)::int as tot from odl o where ${where}`,
  values,
});

const OPEN = 'o.id_stato = any(array(select s.id from stato s where s.id_tipo_stato_odl not in (2, 4)))';
const BELOW =
  'o.id_oggetto = any(array(select d.discendente from oggetto_discendenza d where d.antenato = $1))';

export const workLists = (root: number, text: string): WorkList[] => [
  listOf('open ones by planned date', '', OPEN, []),
  listOf('open ones of a subtree', `idOggetto=${root}&aggiungiFigli=1`, `${OPEN} and ${BELOW}`, [root]),
  listOf('contains-search, open and over', `mostraChiusi=1&filtro=${encodeURIComponent(text)}`, FOUND, [
    `%${text}%`,
  ]),
];
