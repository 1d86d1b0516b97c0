/**
 * The data of a job report, independent of reader and language, so that two versions can be compared. The state and
 * the dates that entering it sets are left out.
 */

import { canonical } from '../../../../schemas/canonical.ts';
import type { Row } from '../../../../schemas/entity.ts';
import { INCOME, OF_ASSET, OF_INTERVENTION } from '../../../../schemas/interventions.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { ReportData, ReportDataField, Value } from '../../../../schemas/report-content.ts';
import { signedText } from '../../../../schemas/report-content.ts';
import type { Queryable } from '../../../database/engine.ts';
import { readStatement } from '../../../database/list-query.ts';
import { fingerprint, sha256 } from '../../../files/canonical.ts';
import { TOTALS } from '../costs/totals.ts';

/** Columns of the intervention, and names of what it refers to. */
const FACTS = [
  ...['codice', 'descrizione', 'oggetto', 'tipo_guasto', 'classe_intervento', 'priorita', 'tecnico'],
  ...['data_ordine', 'data_inizio', 'data_fine', 'note'],
];
/** The total is also a field of the report. There it can include all costs. */
const TOTAL = 'totale';

const RELATED = `
  select g.descrizione as organizzazione, d.descrizione as reparto, u.nome || ' ' || u.cognome as richiedente,
    t.id_oggetto, ${TOTALS.totale} as totale, ${TOTALS.totale_attivo} as totale_attivo,
    (select coalesce(json_agg(json_build_object('provenienza', r.provenienza, 'campo', r.campo)
        order by r.ordine, r.id_campo_report_interventi), '[]') from camporeport r
      where r.canc = 0 and r.id_classe_intervento = t.id_classe_intervento
        and (r.provenienza = ${OF_INTERVENTION} or r.id_classe_oggetto is null or r.id_classe_oggetto = a.id_classe)) as campi,
    (select coalesce(json_agg(json_build_object('voce', c.id_voce, 'descrizione', c.descrizione,
        'obbligatoria', c.obbligatoria, 'eseguita', c.checked, 'note', c.note) order by c.ordine, c.id_voce), '[]')
      from odl_checklist c where c.id_odl = t.id) as checklist,
    (select coalesce(json_agg(p order by p.codice), '[]') from (
        select r.codice, r.descrizione, sum(w.quantita) as quantita, r.unita_di_misura as unita
        from odl_prelievo w join ricambio r on r.id = w.id_ricambio where w.id_odl = t.id group by r.id) p) as ricambi,
    (select coalesce(json_agg(json_build_object('id', k.id, 'descrizione', k.descrizione, 'quantita', k.quantita,
        'costo', k.costo, 'totale', k.totale) order by k.id), '[]')
      from odl_costo k where k.id_odl = t.id and k.flag = ${INCOME}) as costi,
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

type Related = Pick<ReportData, 'checklist' | 'ricambi' | 'costi'> & {
  organizzazione: string | null;
  reparto: string | null;
  richiedente: string | null;
  id_oggetto: number;
  totale: number;
  totale_attivo: number;
  campi: Omit<ReportDataField, 'valore'>[];
  foto: { nome: string; hash: string }[];
};

async function singleRow<R extends object = Row>(
  queryable: Queryable,
  text: string,
  values: unknown[],
): Promise<R> {
  const { rows } = await queryable.query<R>(text, values);
  return rows[0]!;
}

const valueOrNull = (value: unknown): Value =>
  typeof value === 'string' || typeof value === 'number' ? value : null;

export interface Reading {
  queryable: Queryable;
  schemas: Schemas;
}

interface DataOptions {
  /** The fields to read; by default those that the plant prints now. */
  campi?: Omit<ReportDataField, 'valore'>[];
  /** The old values of dates set by entering a state. */
  dates?: Row;
}

/** Everything that reports of an intervention may need, read once. The asset is read only if a field needs it. */
export interface ReportSource {
  stored: Row;
  related: Related;
  asset(): Promise<Row>;
}

export async function readSource(
  { queryable, schemas }: Reading,
  intervention: number,
): Promise<ReportSource> {
  // Names are read in the plant's default language, which every name has.
  const read = (resource: string, id: number) => {
    const { text, values } = readStatement(schemas.byResource.entity(resource), schemas, id, {
      language: 'it',
    });
    return singleRow(queryable, text, values);
  };
  const stored = await read('odl', intervention);
  const related = await singleRow<Related>(queryable, RELATED, [intervention]);
  let asset: Promise<Row> | undefined;
  return {
    stored,
    related,
    asset() {
      asset ??= read('oggetto', related.id_oggetto);
      return asset;
    },
  };
}

/** Builds the data, with photos. */
export async function reportDataFrom(
  { stored, related, asset: readAsset }: ReportSource,
  { campi, dates = {} }: DataOptions = {},
): Promise<ReportData & Required<Pick<ReportData, 'foto'>>> {
  const fields = (campi ?? related.campi).filter(
    ({ campo }) => campo === TOTAL || campo.startsWith('campo_'),
  );
  const ofAsset = fields.some(({ provenienza }) => provenienza === OF_ASSET);
  const asset = ofAsset ? await readAsset() : {};
  const row: Row = { ...stored, ...dates, totale: related.totale };
  const { organizzazione, reparto, richiedente, checklist, ricambi, costi, foto } = related;
  return {
    forma: 1,
    intervento: {
      ...Object.fromEntries(FACTS.map((name) => [name, valueOrNull(row[name])])),
      organizzazione,
      reparto,
      richiedente,
    },
    campi: fields.map(({ provenienza, campo }) => ({
      provenienza,
      campo,
      valore: valueOrNull((provenienza === OF_ASSET ? asset : row)[campo]),
    })),
    checklist,
    ricambi,
    costi,
    totale: related.totale_attivo,
    foto,
  };
}

export const reportDataOf = async (reading: Reading, intervention: number, options: DataOptions = {}) =>
  reportDataFrom(await readSource(reading, intervention), options);

/** Returns the fingerprint for signatures. */
export const fingerprintOf = (data: ReportData): string => sha256(signedText(data));

/** Returns the data as stored with a report. */
export const sealed = (data: ReportData): { impronta: string; contenuto: string } => ({
  impronta: fingerprint(data),
  contenuto: canonical(data),
});

/** Returns the data of a report; undefined if the report was made before seals existed. */
export const unsealed = (contenuto: unknown): ReportData | undefined =>
  typeof contenuto === 'string' ? (JSON.parse(contenuto) as ReportData) : undefined;
