/** Job reports: one for each passage of an intervention into a state, made once, whoever asks and however often. */

import { randomInt } from 'node:crypto';
import type { Row } from '../../../../schemas/entity.ts';
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
import { drawnOf } from './contents.ts';
import { type ReportContents, reportDocument } from './document.ts';
import { type Entered, enteredAs } from './entering.ts';
import type { Passages, ReportParts } from './report-dependencies.ts';
import { sealed, shownPrint, type Told, unsealed } from './report-values.ts';
import { changesOf, changesStand, type SealedReport, sealing } from './seal.ts';
import { requireSignatures, type Signed } from './signers.ts';

const FOLDER = 'Rapportini';
/** Without letters that read as digits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 10;

export function newCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

type Kept = Row & SealedReport;

/** What a report is made from; another one of these is another report. */
interface Ground {
  /** The report of this passage, where it is there. */
  there: Kept | undefined;
  passage: number;
  /** Who signed, and what they were shown; it is in the seal too. */
  signed: Signed[];
  /** What tells two grounds apart. */
  seal: string;
}

const GROUND = `
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
  report: Kept | null;
  passage: number;
  signed: Signed[];
  seal: string;
}

async function groundOf(queryable: Queryable, [intervention, state]: [number, number]): Promise<Ground> {
  const { rows } = await queryable.query<Found>(GROUND, [intervention, state]);
  const [found] = rows;
  if (!found) throw notFound();
  return { ...found, there: found.report ?? undefined };
}

const addressOf = (code: string, { setting, origin }: Context): string =>
  `${(setting('ClienteURL') || origin).replace(/\/+$/, '')}/verifica-rapportino/${code}`;

async function folderOf(transaction: Transaction): Promise<number> {
  const { rows } = await transaction.query<{ id: number }>(
    `with known as (select id from odl_documento_cartella where lower(nome) = lower($1)),
     made as (insert into odl_documento_cartella (nome) select $1 where not exists (select 1 from known) returning id)
     select id from known union all select id from made`,
    [FOLDER],
  );
  return onlyRow(rows).id;
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

/** A picture that a browser shows may be one that no paper takes: a logo is left out, of a photo the person decides. */
export async function printed(contents: ReportContents): Promise<Uint8Array> {
  try {
    return await makePdf(reportDocument(contents));
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (contents.photos.length > 0) throw refused('report-photos');
    if (!contents.logo) throw error;
    return printed({ ...contents, logo: undefined });
  }
}

/** By code and description. */
export const pdfName = ({ intervention }: ReportContents): string =>
  storedName(`${intervention.replaceAll(/[/\\]/g, '-')}.pdf`, 'pdf');

const REPLACED = 'update rapportini set concluso = now(), sostituito = now() where id = $1';

const withPhotos = ({ query }: Context): boolean => isOn(query.foto);

/** Of what is told, that which stands on this person's paper. */
export function shownIn({ told, words }: Pick<Entered, 'told' | 'words'>, photos: boolean): Told {
  const { foto, ...all } = told;
  const isShown = (field: Told['campi'][number]): boolean =>
    words.columns.some((one) => one.campo === field.campo && one.provenienza === field.provenienza);
  return { ...all, campi: all.campi.filter(isShown), ...(photos && { foto }) };
}

/** What the person was shown, where the call says so, is what is made. */
function requireShown({ told }: Entered, { query }: Context): void {
  if (query.impronta && query.impronta !== shownPrint(told)) throw conflict('report-shown-before');
}

export interface Preview {
  entered: Entered;
  signed: Signed[];
  /** Since the report was made that waits for the state. */
  changes: Change[];
}

export class JobReports {
  constructor(
    private readonly parts: ReportParts,
    private readonly rules: RulesByResource,
    private readonly passages: Passages,
  ) {}

  private get making() {
    return { ...this.passages, schemas: this.parts.schemas, rules: this.rules };
  }

  /** What the report would tell, for who is about to sign it. */
  async preview(intervention: number, state: number, context: Context): Promise<Preview> {
    const ground = await groundOf(context.database, [intervention, state]);
    const entered = await this.entered(ground, [intervention, state], context);
    const { there, signed } = ground;
    return { entered, signed, changes: there ? await this.changesSince(there, entered, context) : [] };
  }

  /**
   * The report of this passage: as it is, or made now; made anew where it no longer tells what would be entered. What
   * changes while it is made is in it, or it is made again.
   */
  async generate(intervention: number, state: number, context: Context): Promise<Row> {
    for (let attempt = 0; attempt < 3; attempt++) {
      // Of what the ground was read before: a state entered since then is another ground.
      const ground = await groundOf(context.database, [intervention, state]);
      const { there, signed } = ground;
      if (there && (await this.counts(there, context))) return there;
      const entered = await this.entered(ground, [intervention, state], context);
      if (there && (await this.changesSince(there, entered, context)).length === 0) return there;
      requireShown(entered, context);
      requireSignatures(signed, shownPrint(entered.told), context);
      const code = newCode();
      const upload = await this.made({ intervention, state, entered }, code, context);
      const report = await this.kept(upload, ground, { intervention, state, code, entered }, context);
      if (report) return report;
    }
    throw new Problem(503, 'busy', { headers: { 'retry-after': '1' } });
  }

  private subjectOf(intervention: number, { database, ...context }: Context): Promise<Intervention> {
    return interventionOf(database, this.parts.schemas, intervention, context, { change: true });
  }

  /** Whatever has changed since: the state was entered with it, it was made before there were seals, or it may stand. */
  private async counts(there: Kept, context: Context): Promise<boolean> {
    const subject = await this.subjectOf(there.id_odl, context);
    return subject.id_stato === there.id_stato || !there.contenuto || changesStand(context.setting);
  }

  private async entered(
    { there }: Ground,
    [intervention, state]: [number, number],
    context: Context,
  ): Promise<Entered> {
    const subject = await this.subjectOf(intervention, context);
    await this.passages.require(subject, state, context);
    return enteredAs(this.making, { subject, state, change: context.body, there }, context);
  }

  private async changesSince(there: Kept, { again }: Entered, context: Context): Promise<Change[]> {
    const then = unsealed(there.contenuto);
    const reading = { queryable: context.database, schemas: this.parts.schemas };
    return then && again ? changesOf(reading, there.id_odl, { then, now: again }, context) : [];
  }

  private async made(
    { intervention, state, entered }: { intervention: number; state: number; entered: Entered },
    code: string,
    context: Context,
  ): Promise<Upload> {
    const { files } = this.parts;
    const address = addressOf(code, context);
    const wanted = { intervention, state, proof: { code, address }, photos: withPhotos(context) };
    const contents = await drawnOf(this.parts, entered.words, wanted, context);
    const bytes = await printed(contents);
    const draft = await files.receive(once(bytes));
    const name = pdfName(contents);
    return { ...draft, name, mime: 'application/pdf', renamed: false };
  }

  /** Undefined when what it was made from has changed meanwhile; another's report, when that was there first. */
  private async kept(
    upload: Upload,
    ground: Ground,
    {
      intervention,
      state,
      code,
      entered,
    }: { intervention: number; state: number; code: string; entered: Entered },
    context: Context,
  ): Promise<Row | undefined> {
    const { schemas, files, seals } = this.parts;
    const shelf = shelfOf(schemas.byResource.entity('odl'), this.rules, { schemas, files, seals })!;
    const reports = recordsOf(schemas.byResource.entity('rapportini'), schemas, this.rules);
    try {
      await keepAll(shelf, [upload]);
      return await context.database.transaction(async (transaction) => {
        // In the order of every upload: the content, the room for it, then what it belongs to.
        await lockContent(transaction, upload.hash);
        await requireSpace(transaction, schemas, upload.size);
        await interventionOf(transaction, schemas, intervention, context, { change: true, hold: true });
        const now = await groundOf(transaction, [intervention, state]);
        if (now.there && now.there.id !== ground.there?.id) return now.there;
        if (now.seal !== ground.seal) return undefined;
        if (now.there) await transaction.query(REPLACED, [now.there.id]);
        const sent = { id_cartella: await folderOf(transaction) };
        const document = await writeDown(shelf, transaction, upload, { sent, owner: intervention }, context);
        return reports.createWithin(transaction, {}, context, {
          id_odl: intervention,
          id_stato: state,
          passaggio: now.passage,
          codice: code,
          hash: upload.hash,
          id_documento: document.id,
          ...sealed(shownIn(entered, withPhotos(context))),
          date_entrata: JSON.stringify(entered.dates),
        });
      });
    } catch (error) {
      throw reports.told(error);
    } finally {
      await dropAll([upload]);
    }
  }
}

export const reportRules: RulesByResource = { odl: sealing };
