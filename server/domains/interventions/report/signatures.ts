import { isOver, SIGNERS, type Signer } from '../../../../schemas/interventions.ts';
import { contentText } from '../../../capabilities/documents/content.ts';
import { requireSpace } from '../../../capabilities/documents/space.ts';
import { lockContent } from '../../../capabilities/documents/sweep.ts';
import { expectPdf } from '../../../capabilities/pdf.ts';
import { recordsOf } from '../../../capabilities/records.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import type { Queryable, Transaction } from '../../../database/engine.ts';
import { type Draft, dropDraft, readDraft } from '../../../files/draft.ts';
import type { Call, Context } from '../../../http/call.ts';
import { invalid, notFound, Problem, refused, refusedField, say } from '../../../http/problem.ts';
import { NO_DATA, OPTIONAL_TEXT } from '../../../http/reply-schemas.ts';
import { readId } from '../../../requests/ids.ts';
import { interventionOf, mayChange, notYours } from '../reach/rights.ts';
import type { ReportParts } from './report-dependencies.ts';
import { fingerprintOf, reportDataOf } from './report-values.ts';
import { faultOf } from './signature-picture.ts';

const BYTES_MAX = 1024 * 1024;
const NAME_MAX = 200;

const signerIn = ({ params }: Context): Signer => {
  const signer = SIGNERS.find((one) => one === params.tipo);
  if (!signer) throw notFound();
  return signer;
};

/**
 * Refuses users who may not sign the report. Those who may change the intervention sign for anyone. Its requester
 * signs as the requester until the intervention is over.
 */
async function requireSigner(
  queryable: Queryable,
  { schemas }: Pick<ReportParts, 'schemas'>,
  id: number,
  signer: Signer,
  context: Context,
  lock = false,
) {
  const subject = await interventionOf(queryable, schemas, id, context, { lock });
  const isRequester = signer === 'segnalatore' && subject.id_usr_ins === context.user?.id;
  const isAllowed = mayChange(context.user, subject) || (isRequester && !isOver(subject.id_tipo_stato_odl));
  if (!isAllowed) throw await notYours(queryable, context.user, subject);
  return subject;
}

/** Receives the picture and checks it before it is stored. */
async function receivePicture({ files }: ReportParts, context: Context): Promise<Draft> {
  const drafts: Draft[] = [];
  try {
    for await (const { content } of context.files) drafts.push(await files.receive(content));
    const [draft] = drafts;
    if (!draft || draft.size === 0) throw invalid([{ field: 'signature', rule: 'signature-missing' }]);
    const fault = faultOf(await readDraft(draft));
    if (fault === 'signature-png') throw new Problem(415, 'signature-png');
    if (fault) throw refusedField({ field: 'signature', rule: fault });
    return draft;
  } catch (error) {
    for (const draft of drafts) await dropDraft(draft);
    throw error;
  }
}

/** Returns the name of the signer: from the request, or else of the technician, the user or the requester. */
async function nameOf(
  transaction: Transaction,
  signer: Signer,
  subject: { id_tecnico: number | null; id_usr_ins: number | null },
  { query, user }: Context,
): Promise<string | null> {
  const given = query.nome?.trim();
  if (given && given.length > NAME_MAX) throw refusedField({ field: 'nome', rule: 'too-long' });
  if (given && !given.includes('\u0000') && given.isWellFormed()) return given;
  const id = signer === 'tecnico' ? (subject.id_tecnico ?? user?.id) : subject.id_usr_ins;
  const { rows } = await transaction.query<{ name: string }>(
    "select nome || ' ' || cognome as name from utente where id = $1",
    [id ?? null],
  );
  return rows[0]?.name ?? user?.name ?? null;
}

const PRINT = /^[0-9a-f]{64}$/;

/**
 * Returns the fingerprint of the data that the user saw. Without one in the request, returns that of the current
 * data.
 */
async function signedFingerprint(
  transaction: Transaction,
  { schemas }: Pick<ReportParts, 'schemas'>,
  id: number,
  { query }: Context,
): Promise<string> {
  const { impronta } = query;
  if (!impronta) return fingerprintOf(await reportDataOf({ queryable: transaction, schemas }, id));
  if (!PRINT.test(impronta)) throw refused('report-bad-hash');
  return impronta;
}

const STORED = `
  select id, hash, nome, coalesce(data_fatto, data_ins) as data_ins from rapportini_firme where id_odl = $1 and tipo = $2`;

async function save(parts: ReportParts, rules: RulesByResource, context: Context) {
  const { schemas, files } = parts;
  const [signer, id] = [signerIn(context), readId(context.params.id)];
  await requireSigner(context.database, parts, id, signer, context);
  const draft = await receivePicture(parts, context);
  const records = recordsOf(schemas.byResource.entity('rapportini/firme'), schemas, rules);
  try {
    await files.keep(draft);
    await context.database.transaction(async (transaction) => {
      // All uploads lock in this order: content, disk space, then the record.
      await lockContent(transaction, draft.hash);
      if (!(await files.has(draft.hash))) throw new Problem(503, 'busy', { headers: { 'retry-after': '1' } });
      await requireSpace(transaction, schemas, draft.size);
      const subject = await requireSigner(transaction, parts, id, signer, context, true);
      const { rows } = await transaction.query<{ id: number }>(STORED, [id, signer]);
      if (rows[0]) await records.removeWithin(transaction, rows[0].id, context);
      await records.createWithin(transaction, {}, context, {
        id_odl: id,
        tipo: signer,
        nome: await nameOf(transaction, signer, subject, context),
        hash: draft.hash,
        dimensione: draft.size,
        impronta: await signedFingerprint(transaction, parts, id, context),
        data_fatto: context.late?.done.toISOString() ?? null,
      });
    });
  } catch (error) {
    throw records.asProblem(error);
  } finally {
    await dropDraft(draft);
  }
  expectPdf();
  return {
    data: await signatureReply(parts, id, signer, context),
    description: say('signature-saved', context.language),
  };
}

const NONE = { contenuto: null, content_type: null, nome: null, data_ins: null };

async function signatureReply({ files }: ReportParts, id: number, signer: Signer, { database }: Context) {
  const { rows } = await database.query<{ hash: string; nome: string; data_ins: string }>(STORED, [
    id,
    signer,
  ]);
  const [row] = rows;
  if (!row) return { tipo: signer, ...NONE };
  const contenuto = await contentText(files, row.hash);
  return { tipo: signer, contenuto, content_type: 'image/png', nome: row.nome, data_ins: row.data_ins };
}

async function remove(parts: ReportParts, rules: RulesByResource, context: Context) {
  const { schemas } = parts;
  const [signer, id] = [signerIn(context), readId(context.params.id)];
  const records = recordsOf(schemas.byResource.entity('rapportini/firme'), schemas, rules);
  await context.database.transaction(async (transaction) => {
    await requireSigner(transaction, parts, id, signer, context, true);
    const { rows } = await transaction.query<{ id: number }>(STORED, [id, signer]);
    if (!rows[0]) throw notFound();
    await records.removeWithin(transaction, rows[0].id, context);
  });
  return { data: null };
}

const REPLY = {
  type: 'object',
  properties: {
    tipo: { enum: SIGNERS },
    contenuto: { ...OPTIONAL_TEXT, description: 'A PNG as base64' },
    content_type: OPTIONAL_TEXT,
    nome: OPTIONAL_TEXT,
    data_ins: { ...OPTIONAL_TEXT, format: 'date-time' },
  },
};
const EXAMPLE = {
  tipo: 'tecnico',
  contenuto: 'iVBORw0KGgo=',
  content_type: 'image/png',
  nome: 'Luca Ferri',
  data_ins: '2026-03-29T08:00:00.000Z',
};

export function signatureCalls(parts: ReportParts, rules: RulesByResource): Call[] {
  const common = {
    path: '/rapportini/firme/:tipo/odl/:id',
    access: parts.schemas.byResource.entity('rapportini/firme').access.read,
    tag: 'job-report',
  };
  return [
    {
      ...common,
      method: 'GET',
      summary: { it: 'Una firma del rapportino', en: 'A signature of the job report' },
      reply: REPLY,
      example: { data: EXAMPLE },
      async handle(context) {
        const { id } = await interventionOf(
          context.database,
          parts.schemas,
          readId(context.params.id),
          context,
        );
        return { data: await signatureReply(parts, id, signerIn(context), context) };
      },
    },
    {
      ...common,
      method: 'POST',
      summary: {
        it: 'Salvataggio di una firma; ne sostituisce una precedente',
        en: 'Saves a signature; it replaces an earlier one',
      },
      query: {
        nome: { type: 'string', maxLength: NAME_MAX, description: 'The name of the person who signs' },
        impronta: {
          type: 'string',
          description:
            'SHA-256 of the contents displayed to the signer; without it, that of the current contents',
        },
      },
      files: { part: 'signature', max: 1, bytes: BYTES_MAX },
      reply: REPLY,
      example: { data: EXAMPLE },
      handle: (context) => save(parts, rules, context),
    },
    {
      ...common,
      method: 'DELETE',
      summary: { it: 'Rimozione di una firma', en: 'Removes a signature' },
      ...NO_DATA,
      handle: (context) => remove(parts, rules, context),
    },
  ];
}
