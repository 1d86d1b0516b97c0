/**
 * What a job report tells, as values: the same whoever reads and in whatever language, so that two readings can be
 * held against each other. The state itself is not among them, nor are the dates that entering it sets.
 */
import type { Row } from '../../../../schemas/entity.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { Queryable } from '../../../database/engine.ts';
import { readStatement } from '../../../database/list-query.ts';
import { canonical, fingerprint } from '../../../files/canonical.ts';
import { TOTALS } from '../costs/totals.ts';

export type Value = string | number | null;

/** A field that the plant has put on the report; of the intervention (1) or its asset (2). */
export interface ToldField {
  provenienza: number;
  campo: string;
  valore: Value;
}

export interface Told {
  /** Of this written form; another one would be another fingerprint of the same facts. */
  forma: 1;
  intervento: Record<string, Value>;
  campi: ToldField[];
  checklist: { voce: number; descrizione: string; obbligatoria: Value; eseguita: Value; note: Value }[];
  ricambi: { codice: string; descrizione: Value; quantita: number; unita: Value }[];
  costi: { id: number; descrizione: Value; quantita: Value; costo: Value; totale: Value }[];
  totale: number;
  /** Only where the photos were printed. */
  foto?: { nome: string; hash: string }[];
}

/** Of the intervention's own columns and of what they point to, by the name there. */
const FACTS = [
  ...['codice', 'descrizione', 'oggetto', 'tipo_guasto', 'classe_intervento', 'priorita', 'tecnico'],
  ...['data_ordine', 'data_inizio', 'data_fine', 'note'],
];
export const DATES_SET = ['data_inizio', 'data_fine'] as const;
/** On a report too, and told above; the total may be that of all costs. */
const TOTAL = 'totale';

const BESIDE = `
  select g.descrizione as organizzazione, d.descrizione as reparto, u.nome || ' ' || u.cognome as richiedente,
    t.id_oggetto, ${TOTALS.totale} as totale, ${TOTALS.totale_attivo} as totale_attivo,
    (select coalesce(json_agg(json_build_object('provenienza', r.provenienza, 'campo', r.campo)
        order by r.ordine, r.id_campo_report_interventi), '[]') from camporeport r
      where r.canc = 0 and r.id_classe_intervento = t.id_classe_intervento
        and (r.provenienza = 1 or r.id_classe_oggetto is null or r.id_classe_oggetto = a.id_classe)) as campi,
    (select coalesce(json_agg(json_build_object('voce', c.id_voce, 'descrizione', c.descrizione,
        'obbligatoria', c.obbligatoria, 'eseguita', c.checked, 'note', c.note) order by c.ordine, c.id_voce), '[]')
      from odl_checklist c where c.id_odl = t.id) as checklist,
    (select coalesce(json_agg(p order by p.codice), '[]') from (
        select r.codice, r.descrizione, sum(w.quantita) as quantita, r.unita_di_misura as unita
        from odl_prelievo w join ricambio r on r.id = w.id_ricambio where w.id_odl = t.id group by r.id) p) as ricambi,
    (select coalesce(json_agg(json_build_object('id', k.id, 'descrizione', k.descrizione, 'quantita', k.quantita,
        'costo', k.costo, 'totale', k.totale) order by k.id), '[]')
      from odl_costo k where k.id_odl = t.id and k.flag = 1) as costi,
    (select coalesce(json_agg(json_build_object('nome', f.nome, 'hash', f.hash) order by f.posto, f.id), '[]') from (
        select 1 as posto, d.id, coalesce(d.descrizione, d.nome_file_originale) as nome, d.hash, d.content_type
        from odl_documento d where d.id_odl = t.id and d.campo_tabella is null
        union all
        select 2, d.id, v.descrizione, d.hash, d.content_type
        from odl_checklist_documento d join odl_checklist v on v.id = d.id_voce where v.id_odl = t.id) f
      where f.content_type like 'image/%') as foto
  from odl t join oggetto a on a.id = t.id_oggetto
  left join organizzazione g on g.id = a.id_organizzazione left join reparto d on d.id = a.id_reparto
  left join utente u on u.id = t.id_usr_ins where t.id = $1`;

type Beside = Pick<Told, 'checklist' | 'ricambi' | 'costi'> & {
  organizzazione: string | null;
  reparto: string | null;
  richiedente: string | null;
  id_oggetto: number;
  totale: number;
  totale_attivo: number;
  campi: Omit<ToldField, 'valore'>[];
  foto: { nome: string; hash: string }[];
};

async function one<R extends object = Row>(
  queryable: Queryable,
  text: string,
  values: unknown[],
): Promise<R> {
  const { rows } = await queryable.query<R>(text, values);
  return rows[0]!;
}

const plain = (value: unknown): Value =>
  typeof value === 'string' || typeof value === 'number' ? value : null;

export interface Reading {
  queryable: Queryable;
  schemas: Schemas;
}

interface Wanted {
  /** The fields to read, instead of those that the plant has on the report now. */
  campi?: Omit<ToldField, 'valore'>[];
  /** Dates that entering a state has set, as they were before. */
  dates?: Row;
}

/** Everything that the reports of an intervention may tell, read once; the asset only where a field of it is told. */
export interface Gathered {
  stored: Row;
  beside: Beside;
  asset(): Promise<Row>;
}

export async function gather({ queryable, schemas }: Reading, intervention: number): Promise<Gathered> {
  // In the words of the plant's own language, which every name has.
  const read = (resource: string, id: number) => {
    const { text, values } = readStatement(schemas.byResource.entity(resource), schemas, id, {
      language: 'it',
    });
    return one(queryable, text, values);
  };
  const stored = await read('odl', intervention);
  const beside = await one<Beside>(queryable, BESIDE, [intervention]);
  let asset: Promise<Row> | undefined;
  return {
    stored,
    beside,
    asset() {
      asset ??= read('oggetto', beside.id_oggetto);
      return asset;
    },
  };
}

/** With its photos, for who prints them. */
export async function toldBy(
  { stored, beside, asset: readAsset }: Gathered,
  { campi, dates = {} }: Wanted = {},
): Promise<Told & Required<Pick<Told, 'foto'>>> {
  const fields = (campi ?? beside.campi).filter(({ campo }) => campo === TOTAL || campo.startsWith('campo_'));
  const ofAsset = fields.some(({ provenienza }) => provenienza === 2);
  const asset = ofAsset ? await readAsset() : {};
  const row: Row = { ...stored, ...dates, totale: beside.totale };
  const { organizzazione, reparto, richiedente, checklist, ricambi, costi, foto } = beside;
  return {
    forma: 1,
    intervento: {
      ...Object.fromEntries(FACTS.map((name) => [name, plain(row[name])])),
      organizzazione,
      reparto,
      richiedente,
    },
    campi: fields.map(({ provenienza, campo }) => ({
      provenienza,
      campo,
      valore: plain((provenienza === 2 ? asset : row)[campo]),
    })),
    checklist,
    ricambi,
    costi,
    totale: beside.totale_attivo,
    foto,
  };
}

export const toldOf = async (reading: Reading, intervention: number, wanted: Wanted = {}) =>
  toldBy(await gather(reading, intervention), wanted);

/** What is shown to who signs: photos are put in or left out afterwards. */
export const shownPrint = ({ foto: _, ...told }: Told): string => fingerprint(told);

/** As it is kept with a report. */
export const sealed = (told: Told): { impronta: string; contenuto: string } => ({
  impronta: fingerprint(told),
  contenuto: canonical(told),
});

/** Undefined of a report that was made before reports were sealed. */
export const unsealed = (contenuto: unknown): Told | undefined =>
  typeof contenuto === 'string' ? (JSON.parse(contenuto) as Told) : undefined;
