/** Job reports: one for each passage of an intervention into a state, made once, whoever asks and however often. */

import { randomInt } from 'node:crypto';
import type { Row } from '../../../../schemas/entity.ts';
import { shelfOf } from '../../../capabilities/documents/shelf.ts';
import { requireSpace } from '../../../capabilities/documents/space.ts';
import { lockContent } from '../../../capabilities/documents/sweep.ts';
import { dropAll, keepAll, type Upload, writeDown } from '../../../capabilities/documents/upload.ts';
import { makePdf } from '../../../capabilities/pdf.ts';
import { recordsOf } from '../../../capabilities/records.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import type { Queryable, Transaction } from '../../../database/engine.ts';
import { onlyRow } from '../../../database/rows.ts';
import { keptName } from '../../../files/file-name.ts';
import { isOn } from '../../../http/asked.ts';
import type { Call, Context } from '../../../http/call.ts';
import { readId } from '../../../http/parameters.ts';
import { notFound, Problem, refused, say } from '../../../http/problem.ts';
import { interventionOf } from '../reach/rights.ts';
import { contentsOf, type Wanted } from './contents.ts';
import { type ReportContents, reportDocument } from './document.ts';
import type { PassageOf, ReportParts } from './parts.ts';
import { signersNeeded } from './signers.ts';

const FOLDER = 'Rapportini';
/** Without letters that read as digits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 10;

export function newCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** What a report is made from; another one of these is another report. */
interface Ground {
  /** The report of this passage, where it is there. */
  there: Row | undefined;
  passage: number;
  /** Who signed; it is in the seal too. */
  signed: string[];
  /** What tells two grounds apart. */
  seal: string;
}

const GROUND = `
  select
    (select to_jsonb(p) from rapportini p where p.id_odl = $1 and p.id_stato = $2 and p.concluso is null) as report,
    (select coalesce(max(p.passaggio), 0)::int + 1 from rapportini p where p.id_odl = $1 and p.id_stato = $2) as passage,
    (select coalesce(json_agg(f.tipo), '[]') from rapportini_firme f where f.id_odl = $1) as signed,
    (select concat_ws(' ', o.versione, (select string_agg(f.hash, ' ' order by f.tipo) from rapportini_firme f where f.id_odl = $1),
       (select string_agg(concat(c.id, '.', c.versione), ' ' order by c.id) from odl_checklist c where c.id_odl = $1),
       (select string_agg(concat(w.id_prelievo, '.', w.versione), ' ' order by w.id_prelievo) from odl_prelievo w where w.id_odl = $1),
       (select string_agg(concat(k.id, '.', k.versione), ' ' order by k.id) from odl_costo k where k.id_odl = $1))
     from odl o where o.id = $1) as seal
  from stato s where s.id = $2`;

interface Found {
  report: Row | null;
  passage: number;
  signed: string[];
  seal: string;
}

function requireSignatures(signed: string[], { setting }: Context): void {
  const lacking = signersNeeded(setting).filter((signer) => !signed.includes(signer));
  if (lacking.length > 1) throw refused('report-signature-both');
  if (lacking[0] === 'tecnico') throw refused('report-signature-technician');
  if (lacking[0] === 'segnalatore') throw refused('report-signature-reporter');
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
  keptName(`${intervention.replaceAll(/[/\\]/g, '-')}.pdf`, 'pdf');

export class JobReports {
  constructor(
    private readonly parts: ReportParts,
    private readonly rules: RulesByResource,
    private readonly passageOf: PassageOf,
  ) {}

  /** The report of this passage: as it is, or made now. What changes while it is made is in it, or it is made again. */
  async generate(intervention: number, state: number, context: Context): Promise<Row> {
    const { schemas } = this.parts;
    for (let attempt = 0; attempt < 3; attempt++) {
      // Of what the ground was read before: a state entered since then is another ground.
      const ground = await groundOf(context.database, [intervention, state]);
      const subject = await interventionOf(context.database, schemas, intervention, context, {
        change: true,
      });
      if (ground.there) return ground.there;
      const entered = await this.passageOf(subject, state, context);
      requireSignatures(ground.signed, context);
      const code = newCode();
      const upload = await this.made({ intervention, state, entered }, code, context);
      const report = await this.kept(upload, ground, { intervention, state, code }, context);
      if (report) return report;
    }
    throw new Problem(503, 'busy', { headers: { 'retry-after': '1' } });
  }

  private async made(
    of: Pick<Wanted, 'intervention' | 'state' | 'entered'>,
    code: string,
    context: Context,
  ): Promise<Upload> {
    const { files } = this.parts;
    const address = addressOf(code, context);
    const photos = isOn(context.query.foto);
    const wanted = { ...of, proof: { code, address }, photos };
    const contents = await contentsOf(this.parts, this.rules, wanted, context);
    const bytes = await printed(contents);
    const draft = await files.receive(once(bytes));
    const name = pdfName(contents);
    return { ...draft, name, mime: 'application/pdf', renamed: false };
  }

  /** Undefined when what it was made from has changed meanwhile; another's report, when that was there first. */
  private async kept(
    upload: Upload,
    ground: Ground,
    { intervention, state, code }: { intervention: number; state: number; code: string },
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
        if (now.there) return now.there;
        if (now.seal !== ground.seal) return undefined;
        const sent = { id_cartella: await folderOf(transaction) };
        const document = await writeDown(shelf, transaction, upload, { sent, owner: intervention }, context);
        return reports.createWithin(transaction, {}, context, {
          id_odl: intervention,
          id_stato: state,
          passaggio: now.passage,
          codice: code,
          hash: upload.hash,
          id_documento: document.id,
        });
      });
    } catch (error) {
      throw reports.told(error);
    } finally {
      await dropAll([upload]);
    }
  }
}

/** A state that is left has had its passage: to enter it again another report is needed. */
export const reportRules: RulesByResource = {
  odl: {
    async afterWrite(row, before, { transaction }) {
      if (!row || !before || row.id_stato === before.id_stato) return;
      await transaction.query(
        'update rapportini set concluso = now() where id_odl = $1 and id_stato = $2 and concluso is null',
        [row.id, before.id_stato],
      );
    },
  },
};

export function reportCall(parts: ReportParts, rules: RulesByResource, passageOf: PassageOf): Call {
  const entity = parts.schemas.byResource.entity('rapportini');
  const reports = new JobReports(parts, rules, passageOf);
  return {
    method: 'POST',
    path: '/rapportini/odl/:id/stato/:stateId',
    // There is one a passage, however often it is asked for; and to draw it takes a while.
    once: 'beside',
    access: entity.access.read,
    tag: entity.name,
    summary: {
      it: 'Rapportino di un intervento per un passaggio di stato; se esiste già risponde con quello',
      en: 'Job report of an intervention for a passage into a state; where it is there it answers that one',
    },
    query: {
      foto: { enum: ['0', '1'], description: 'With the photos of the intervention and its checklist' },
    },
    reply: {
      type: 'object',
      properties: {
        id: { type: 'integer', description: 'The document' },
        id_stato: { type: 'integer' },
        passaggio: { type: 'integer' },
        codice: { type: 'string' },
      },
    },
    example: { data: { id: 31, id_stato: 5, passaggio: 1, codice: '7K2QD-0WX4M' } },
    async handle(context) {
      const [id, state] = [readId(context.params.id), readId(context.params.stateId)];
      const { id_documento, id_stato, passaggio, codice } = await reports.generate(id, state, context);
      return {
        data: { id: id_documento, id_stato, passaggio, codice },
        description: say('report-generated', context.language),
      };
    },
  };
}
