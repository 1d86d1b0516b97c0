/** Job reports: one for each entry of an intervention into a state, however often it is requested. */

import { randomInt } from 'node:crypto';
import type { Row } from '../../../../schemas/entity.ts';
import { REPORT_FOLDER } from '../../../../schemas/interventions.ts';
import type { ReportData } from '../../../../schemas/report-content.ts';
import { shelfOf } from '../../../capabilities/documents/document-owner.ts';
import { requireSpace } from '../../../capabilities/documents/space.ts';
import { lockContent } from '../../../capabilities/documents/sweep.ts';
import { dropAll, keepAll, type Upload, writeDown } from '../../../capabilities/documents/upload.ts';
import { makePdf } from '../../../capabilities/pdf.ts';
import { recordsOf } from '../../../capabilities/records.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import type { Queryable, Transaction } from '../../../database/engine.ts';
import { onlyRow } from '../../../database/rows.ts';
import { storedName } from '../../../files/file-name.ts';
import type { Context } from '../../../http/call.ts';
import { conflict, notFound, Problem, refused } from '../../../http/problem.ts';
import { isOn } from '../../../requests/list-parameters.ts';
import { type Intervention, interventionOf } from '../reach/rights.ts';
import type { Change } from './changes.ts';
import { withPictures } from './contents.ts';
import { type ReportContents, reportDocument } from './document.ts';
import { type Entered, readEntered } from './entering.ts';
import type { Passages, ReportParts } from './report-dependencies.ts';
import { fingerprintOf, sealed, unsealed } from './report-values.ts';
import { changesAllowed, changesOf, type SealedReport, sealing } from './seal.ts';
import { requireAsShown, type Shown, signedFor } from './shown.ts';
import { requireSignatures, type Signed } from './signers.ts';

/** The characters of a code, without letters that look like digits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 10;

export function newCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

type StoredReport = Row & SealedReport;

/** The data that a report depends on. If any of it changes, the report is made again. */
interface ReportBasis {
  /** The existing report for this state. */
  existing: StoredReport | undefined;
  passage: number;
  /** The signatures, with fingerprints of the data they were given for; also part of the seal. */
  signed: Signed[];
  /** A hash that changes with anything that the report depends on. */
  seal: string;
}

const BASIS = `
  select
    (select to_jsonb(p) from rapportini p where p.id_odl = $1 and p.id_stato = $2 and p.concluso is null) as report,
    (select coalesce(max(p.passaggio), 0)::int + 1 from rapportini p where p.id_odl = $1 and p.id_stato = $2) as passage,
    (select coalesce(json_agg(json_build_object('tipo', f.tipo, 'impronta', f.impronta)), '[]') from rapportini_firme f where f.id_odl = $1) as signed,
    (select concat_ws(' ', o.versione, (select string_agg(f.hash, ' ' order by f.tipo) from rapportini_firme f where f.id_odl = $1),
       (select string_agg(concat(c.id, '.', c.versione), ' ' order by c.id) from odl_checklist c where c.id_odl = $1),
       (select string_agg(concat(w.id_prelievo, '.', w.versione), ' ' order by w.id_prelievo) from odl_prelievo w where w.id_odl = $1),
       (select string_agg(concat(k.id, '.', k.versione), ' ' order by k.id) from odl_costo k where k.id_odl = $1))
     from odl o where o.id = $1) as seal
  from stato s where s.id = $2`;

interface Found {
  report: StoredReport | null;
  passage: number;
  signed: Signed[];
  seal: string;
}

async function basisOf(queryable: Queryable, [intervention, state]: [number, number]): Promise<ReportBasis> {
  const { rows } = await queryable.query<Found>(BASIS, [intervention, state]);
  const [found] = rows;
  if (!found) throw notFound();
  return { ...found, existing: found.report ?? undefined };
}

const addressOf = (code: string, { setting, origin }: Context): string =>
  `${(setting('ClienteURL') || origin).replace(/\/+$/, '')}/verifica-rapportino/${code}`;

async function folderOf(transaction: Transaction): Promise<number> {
  const { rows } = await transaction.query<{ id: number }>(
    `with known as (select id from odl_documento_cartella where lower(nome) = lower($1)),
     made as (insert into odl_documento_cartella (nome) select $1 where not exists (select 1 from known) returning id)
     select id from known union all select id from made`,
    [REPORT_FOLDER],
  );
  return onlyRow(rows).id;
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

/**
 * Draws the PDF. The PDF writer cannot draw every picture that a browser can display: such a logo is left out, and
 * such a photo is refused, so that the user can choose.
 */
export async function toPdf(contents: ReportContents): Promise<Uint8Array> {
  try {
    return await makePdf(reportDocument(contents));
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (contents.photos.length > 0) throw refused('report-photos');
    if (!contents.logo) throw error;
    return toPdf({ ...contents, logo: undefined });
  }
}

/** Names the file by code and description. */
export const pdfName = ({ intervention }: ReportContents): string =>
  storedName(`${intervention.replaceAll(/[/\\]/g, '-')}.pdf`, 'pdf');

/** Signatures given for what a device displayed count for the same contents as the server reads them. */
const CONFIRMED = 'update rapportini_firme set impronta = $3 where id_odl = $1 and impronta = $2';
const REPLACED = 'update rapportini set concluso = now(), sostituito = now() where id = $1';

const withPhotos = ({ query }: Context): boolean => isOn(query.foto);

/** Returns the data that is printed on this user's report. */
export function printedData({ data, words }: Pick<Entered, 'data' | 'words'>, photos: boolean): ReportData {
  const { foto, ...all } = data;
  const isPrinted = (field: ReportData['campi'][number]): boolean =>
    words.columns.some((one) => one.campo === field.campo && one.provenienza === field.provenienza);
  return { ...all, campi: all.campi.filter(isPrinted), ...(photos && { foto }) };
}

/** Throws if the data differs from the data that the user saw, if the request contains its fingerprint. */
function requireUnchanged({ data }: Entered, { query }: Context): void {
  if (query.impronta && query.impronta !== fingerprintOf(data)) throw conflict('report-shown-before');
}

export interface Preview {
  entered: Entered;
  signed: Signed[];
  /** The changes since the existing report. */
  changes: Change[];
}

export class JobReports {
  constructor(
    private readonly parts: ReportParts,
    private readonly rules: RulesByResource,
    private readonly passages: Passages,
  ) {}

  private get reportContext() {
    return { ...this.passages, schemas: this.parts.schemas, rules: this.rules };
  }

  /** Previews a report for users who are about to sign. */
  async preview(intervention: number, state: number, context: Context): Promise<Preview> {
    const basis = await basisOf(context.database, [intervention, state]);
    const entered = await this.readEntry(basis, [intervention, state], context);
    const { existing, signed } = basis;
    return {
      entered,
      signed,
      changes: existing ? await this.changesSince(existing, entered, context) : [],
    };
  }

  /**
   * Returns the existing report, or makes one if there is none or if the data has changed. If the data changes in
   * the meantime, tries again.
   */
  async generate(intervention: number, state: number, context: Context, shown?: Shown): Promise<Row> {
    for (let attempt = 0; attempt < 3; attempt++) {
      // The data that the report depends on is read first, so that a later change is noticed.
      const basis = await basisOf(context.database, [intervention, state]);
      const { existing, signed } = basis;
      if (existing && (await this.isStillValid(existing, context))) return existing;
      const entered = await this.readEntry(basis, [intervention, state], context);
      if (shown) await requireAsShown(shown, { intervention, entered }, this.reading(context), context);
      if (existing && (await this.changesSince(existing, entered, context)).length === 0) return existing;
      if (!shown) requireUnchanged(entered, context);
      requireSignatures(signedFor(signed, entered, shown), fingerprintOf(entered.data), context);
      const code = newCode();
      const upload = await this.draw({ intervention, state, entered }, code, context);
      const report = await this.store(upload, basis, { intervention, state, code, entered, shown }, context);
      if (report) return report;
    }
    throw new Problem(503, 'busy', { headers: { 'retry-after': '1' } });
  }

  private reading({ database }: Context) {
    return { queryable: database, schemas: this.parts.schemas };
  }

  private subjectOf(intervention: number, { database, ...context }: Context): Promise<Intervention> {
    return interventionOf(database, this.parts.schemas, intervention, context, { change: true });
  }

  /**
   * Returns whether a report is valid despite changes: the state is entered, it was made before seals existed, or
   * the plant allows changes.
   */
  private async isStillValid(existing: StoredReport, context: Context): Promise<boolean> {
    const subject = await this.subjectOf(existing.id_odl, context);
    return subject.id_stato === existing.id_stato || !existing.contenuto || changesAllowed(context.setting);
  }

  private async readEntry(
    { existing }: ReportBasis,
    [intervention, state]: [number, number],
    context: Context,
  ): Promise<Entered> {
    const subject = await this.subjectOf(intervention, context);
    await this.passages.require(subject, state, context);
    return readEntered(this.reportContext, { subject, state, change: context.body, existing }, context);
  }

  private async changesSince(
    existing: StoredReport,
    { sameFields }: Entered,
    context: Context,
  ): Promise<Change[]> {
    const then = unsealed(existing.contenuto);
    return then && sameFields
      ? changesOf(this.reading(context), existing.id_odl, { then, now: sameFields }, context)
      : [];
  }

  private async draw(
    { intervention, state, entered }: { intervention: number; state: number; entered: Entered },
    code: string,
    context: Context,
  ): Promise<Upload> {
    const { files } = this.parts;
    const address = addressOf(code, context);
    const request = { intervention, state, proof: { code, address }, photos: withPhotos(context) };
    const contents = await withPictures(this.parts, entered.words, request, context);
    const bytes = await toPdf(contents);
    const draft = await files.receive(once(bytes));
    const name = pdfName(contents);
    return { ...draft, name, mime: 'application/pdf', renamed: false };
  }

  /**
   * Stores the report. Returns undefined if its basis has changed, or the report of another user who was faster.
   */
  private async store(
    upload: Upload,
    basis: ReportBasis,
    {
      intervention,
      state,
      code,
      entered,
      shown,
    }: { intervention: number; state: number; code: string; entered: Entered; shown?: Shown },
    context: Context,
  ): Promise<Row | undefined> {
    const { schemas, files, seals } = this.parts;
    const shelf = shelfOf(schemas.byResource.entity('odl'), this.rules, { schemas, files, seals })!;
    const reports = recordsOf(schemas.byResource.entity('rapportini'), schemas, this.rules);
    try {
      await keepAll(shelf, [upload]);
      return await context.database.transaction(async (transaction) => {
        // All uploads lock in this order: content, disk space, then the record.
        await lockContent(transaction, upload.hash);
        await requireSpace(transaction, schemas, upload.size);
        await interventionOf(transaction, schemas, intervention, context, { change: true, lock: true });
        const current = await basisOf(transaction, [intervention, state]);
        if (current.existing && current.existing.id !== basis.existing?.id) return current.existing;
        if (current.seal !== basis.seal) return undefined;
        if (current.existing) await transaction.query(REPLACED, [current.existing.id]);
        if (shown)
          await transaction.query(CONFIRMED, [intervention, shown.fingerprint, fingerprintOf(entered.data)]);
        const values = { id_cartella: await folderOf(transaction) };
        const document = await writeDown(
          shelf,
          transaction,
          upload,
          { sent: values, owner: intervention },
          context,
        );
        return reports.createWithin(transaction, {}, context, {
          id_odl: intervention,
          id_stato: state,
          passaggio: current.passage,
          codice: code,
          hash: upload.hash,
          id_documento: document.id,
          ...sealed(printedData(entered, withPhotos(context))),
          date_entrata: JSON.stringify(entered.dates),
        });
      });
    } catch (error) {
      throw reports.asProblem(error);
    } finally {
      await dropAll([upload]);
    }
  }
}

export const reportRules: RulesByResource = { odl: sealing };
