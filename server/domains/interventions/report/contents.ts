/**
 * Reads the contents of a report with the permissions of its author. A report for others has only the costs that
 * all users may see.
 */
import { choiceOf } from '../../../../schemas/catalogue.ts';
import type { Language, Row } from '../../../../schemas/entity.ts';
import { INCOME } from '../../../../schemas/interventions.ts';
import { contentText } from '../../../capabilities/documents/content.ts';
import { pictureOf } from '../../../capabilities/logo.ts';
import { recordsOf } from '../../../capabilities/records.ts';
import type { ListCondition, RulesByResource } from '../../../capabilities/rules.ts';
import type { Queryable } from '../../../database/engine.ts';
import { onlyRow } from '../../../database/rows.ts';
import { inLanguage, Values } from '../../../database/sql.ts';
import type { Context } from '../../../http/call.ts';
import { visibleCosts } from '../costs/visible-costs.ts';
import type { ReportContents, SignaturePicture } from './document.ts';
import type { DrawnParts } from './report-dependencies.ts';
import { reportFields } from './report-fields.ts';
import { signersAllowed } from './signers.ts';
import { Texts } from './texts.ts';

/** The names of the requested state, and of other ids of the intervention. */
const namesSql = (language: Language): string => `
  select ${inLanguage('s', 'descrizione', language)} as stato,
    ${inLanguage('g', 'descrizione', language)} as organizzazione,
    ${inLanguage('d', 'descrizione', language)} as reparto, u.nome || ' ' || u.cognome as richiedente
  from odl o join oggetto a on a.id = o.id_oggetto join stato s on s.id = $2
  left join organizzazione g on g.id = a.id_organizzazione left join reparto d on d.id = a.id_reparto
  left join utente u on u.id = o.id_usr_ins where o.id = $1`;
const CHECKLIST =
  'select descrizione, obbligatoria, checked, note from odl_checklist where id_odl = $1 order by ordine, id';
const PARTS = `
  select r.codice, r.descrizione, sum(w.quantita) as quantita, r.unita_di_misura
  from odl_prelievo w join ricambio r on r.id = w.id_ricambio where w.id_odl = $1 group by r.id order by r.codice`;
const LISTS = `
  select coalesce((select json_agg(c) from (${CHECKLIST}) c), '[]') as checklist,
    coalesce((select json_agg(p) from (${PARTS}) p), '[]') as ricambi`;
const COSTS = 'select descrizione, quantita, costo, totale from odl_costo t where id_odl = $1';
/** All users who see the intervention may read its job report, so expenses are left out. */
const FOR_ALL: ListCondition = { sql: `t.flag = ${INCOME}`, values: [] };
/** A signature without a connection counts from when it was drawn. */
const SIGNATURES =
  'select tipo, nome, hash, coalesce(data_fatto, data_ins) as data_ins from rapportini_firme where id_odl = $1';

const PHOTOS_MAX = 24;
const PHOTO_MB_MAX = 8;
/** The picture types that PDF documents support. */
const PRINTABLE = ['image/png', 'image/jpeg'];
const PHOTOS = `
  select p.nome, p.content_type, p.hash, p.dimensione from (
    select 1 as posto, d.id, coalesce(d.descrizione, d.nome_file_originale) as nome, d.content_type, d.hash, d.dimensione
    from odl_documento d where d.id_odl = $1 and d.campo_tabella is null
    union all
    select 2, d.id, v.descrizione, d.content_type, d.hash, d.dimensione
    from odl_checklist_documento d join odl_checklist v on v.id = d.id_voce where v.id_odl = $1) p
  where p.content_type like 'image/%' order by p.posto, p.id`;

const text = (value: unknown): string => String(value ?? '');

export const logoOf = async ({ logo }: DrawnParts, database: Queryable): Promise<ReportContents['logo']> =>
  pictureOf(await logo(database));

async function signaturesOf({ files }: DrawnParts, id: number, context: Context, texts: Texts) {
  const { rows } = await context.database.query<{
    tipo: string;
    hash: string;
    nome: string;
    data_ins: string;
  }>(SIGNATURES, [id]);
  const signatures: SignaturePicture[] = [];
  for (const signer of signersAllowed(context.setting)) {
    const row = rows.find(({ tipo }) => tipo === signer);
    signatures.push({
      signer,
      ...(row && {
        picture: await contentText(files, row.hash),
        name: text(row.nome),
        when: texts.moment(row.data_ins),
      }),
    });
  }
  return signatures;
}

async function photosOf({ files }: DrawnParts, id: number, { database }: Context) {
  const { rows } = await database.query<{
    hash: string;
    nome: string | null;
    content_type: string;
    dimensione: number;
  }>(PHOTOS, [id]);
  const printable = rows.filter(({ content_type }) => PRINTABLE.includes(content_type));
  const small = printable.filter(({ dimensione }) => Number(dimensione) <= PHOTO_MB_MAX * 1024 * 1024);
  const photos: ReportContents['photos'] = [];
  for (const row of small.slice(0, PHOTOS_MAX)) {
    const content = await contentText(files, row.hash);
    photos.push({ image: `data:${row.content_type};base64,${content}`, name: text(row.nome) });
  }
  const leftOut: ReportContents['photosLeftOut'] = [
    { why: 'foto_formato', count: rows.length - printable.length, most: '' },
    { why: 'foto_dimensione', count: printable.length - small.length, most: String(PHOTO_MB_MAX) },
    { why: 'foto_numero', count: small.length - photos.length, most: String(PHOTOS_MAX) },
  ];
  return { photos, photosLeftOut: leftOut.filter(({ count }) => count > 0) };
}

function factsOf(row: Row, names: Row, priority: string, texts: Texts): ReportContents['facts'] {
  const place = [names.organizzazione, names.reparto].filter(Boolean).join(' / ');
  return [
    ['codice', text(row.codice)],
    ['descrizione', text(row.descrizione)],
    ['oggetto', text(row.oggetto)],
    ['organizzazione', place],
    ['tipo_guasto', text(row.tipo_guasto)],
    ['classe_intervento', text(row.classe_intervento)],
    ['stato', text(names.stato)],
    ['priorita', priority],
    ['tecnico', text(row.tecnico)],
    ['richiedente', text(names.richiedente)],
    ['data_ordine', texts.at('data_ordine', row.data_ordine)],
    ['data_inizio', texts.at('data_inizio', row.data_inizio)],
    ['data_fine', texts.at('data_fine', row.data_fine)],
    ['note', text(row.note)],
  ];
}

export interface ReportRequest {
  intervention: number;
  /**
   * The state that the report is signed for, and the proof. Both are missing if only the requesting user reads the
   * report.
   */
  state?: number;
  proof?: ReportContents['proof'];
  photos: boolean;
}

/** Returns the cost lines that a reader may see. */
async function costsOf(id: number, visible: ListCondition | undefined, { database }: Context) {
  const values = new Values();
  values.add(id);
  const filter = visible ? ` and ${values.fill(visible.sql, visible.values)}` : '';
  return (await database.query<Row>(`${COSTS}${filter} order by id`, values.list)).rows;
}

/** The text of a report, without pictures and proof. */
export type ReportWords = Pick<
  ReportContents,
  'language' | 'intervention' | 'facts' | 'checklist' | 'parts' | 'costs' | 'total' | 'fields'
> & {
  /** The fields of the report, for reading them again later. */
  columns: { provenienza: number; campo: string }[];
};

/** Reads the text. `forAll` limits the costs to those that all users may see. */
export async function wordsOf(
  { schemas }: Pick<DrawnParts, 'schemas'>,
  rules: RulesByResource,
  { intervention, state, forAll }: { intervention: number; state?: number; forAll: boolean },
  context: Context,
): Promise<ReportWords> {
  const { database, language, setting } = context;
  const entity = schemas.byResource.entity('odl');
  const texts = new Texts(language, setting, entity);
  const row = await recordsOf(entity, schemas, rules).read(intervention, context);
  const lists = onlyRow(
    (await database.query<{ checklist: Row[]; ricambi: Row[] }>(LISTS, [intervention])).rows,
  );
  const names = onlyRow(
    (await database.query<Row>(namesSql(language), [intervention, state ?? row.id_stato])).rows,
  );
  const priority = choiceOf(entity.property('priorita'), row.priorita);
  const fields = await reportFields(schemas, rules, row, context);
  return {
    language,
    intervention: [row.codice, row.descrizione].filter(Boolean).join(' - '),
    facts: factsOf(row, names, priority?.title[language] ?? '', texts),
    checklist: lists.checklist.map((item) => ({
      item: text(item.descrizione),
      mandatory: texts.flag(item.obbligatoria),
      done: texts.flag(item.checked),
      note: text(item.note),
    })),
    parts: lists.ricambi.map((part) => ({
      code: text(part.codice),
      name: text(part.descrizione),
      quantity: texts.number(part.quantita),
      unit: text(part.unita_di_misura),
    })),
    costs: (await costsOf(intervention, forAll ? FOR_ALL : visibleCosts(context), context)).map((cost) => ({
      name: text(cost.descrizione),
      quantity: texts.number(cost.quantita),
      unit: texts.money(cost.costo),
      total: texts.money(cost.totale),
    })),
    total: texts.money(forAll ? row.totale_attivo : (row.totale ?? row.totale_attivo)),
    fields: fields.map(({ label, valore }) => [label, valore]),
    columns: fields.map(({ provenienza, campo }) => ({ provenienza, campo })),
  };
}

/** Adds logo, photos and signatures to the text. */
export async function withPictures(
  parts: DrawnParts,
  { columns: _, ...words }: ReportWords,
  { intervention, proof, photos }: ReportRequest,
  context: Context,
): Promise<ReportContents> {
  const texts = new Texts(context.language, context.setting, parts.schemas.byResource.entity('odl'));
  return {
    ...words,
    proof,
    made: texts.moment(new Date().toISOString()),
    logo: await logoOf(parts, context.database),
    ...(photos ? await photosOf(parts, intervention, context) : { photos: [], photosLeftOut: [] }),
    signatures: proof ? await signaturesOf(parts, intervention, context, texts) : [],
  };
}

/** Reads the contents of a report as they are now. */
export async function contentsOf(
  parts: DrawnParts,
  rules: RulesByResource,
  request: ReportRequest,
  context: Context,
): Promise<ReportContents> {
  const { intervention, state, proof } = request;
  const words = await wordsOf(parts, rules, { intervention, state, forAll: proof !== undefined }, context);
  return withPictures(parts, words, request, context);
}
