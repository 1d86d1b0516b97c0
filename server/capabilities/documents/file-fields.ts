/**
 * Custom fields of the kind file: a document in the folder of the definition, and a column of the record with its
 * id. Both change in one transaction, with the record's version and history.
 */

import { allows } from '../../../schemas/access.ts';
import { idOf } from '../../../schemas/catalogue.ts';
import { ALL_CLASSES, type Definition, definitionsFor } from '../../../schemas/custom-fields.ts';
import type { Row } from '../../../schemas/entity.ts';
import { KINDS } from '../../../schemas/kinds.ts';
import type { Transaction } from '../../database/engine.ts';
import { readStatement } from '../../database/list-query.ts';
import { onlyRow } from '../../database/rows.ts';
import { ident } from '../../database/sql.ts';
import { type Call, type Context, summaryOf } from '../../http/call.ts';
import { forbidden, invalid, notFound } from '../../http/problem.ts';
import { classOf } from '../custom-fields.ts';
import { recordChange } from '../history.ts';
import { nameOf } from '../overrides.ts';
import { updateStatement } from '../row-statements.ts';
import { type DocumentRow, FOLDER, ownerOf, type Shelf } from './document-owner.ts';
import { dropAll, keepAll, limitsOf, receiveAll, type Upload, writeDown } from './upload.ts';

/** Returns the field's definition for the record's class, if the user may fill it. */
function fieldOf({ owner }: Shelf, row: Row, name: string, context: Context): Definition {
  const field = owner.field(name);
  if (!field?.custom || !KINDS[field.kind].uploaded) throw notFound();
  const visibility = { classId: classOf(owner, row), family: context.user?.family };
  const definition = definitionsFor(context.definitionsOf(owner), visibility).find(
    ({ campo_tabella: column }) => column === name,
  );
  if (!definition) throw notFound();
  if (definition.editabile !== 1) throw invalid([{ field: name, rule: 'not-allowed' }]);
  return definition;
}

/** Sets a column of the locked record, and deletes the document that it referred to. */
async function setColumn(
  shelf: Shelf,
  transaction: Transaction,
  id: number,
  change: Row,
  context: Context,
): Promise<Row> {
  const { owner, schemas } = shelf;
  const scopes = context.user?.scopes;
  const { text, values } = readStatement(owner, schemas, id, { language: context.language, scopes });
  const before = (await transaction.query<Row>(`${text} for update of t`, values)).rows[0];
  if (!before) throw notFound();
  await shelf.rules[owner.resource]?.guard?.(before, { ...context, transaction }, 'update');
  const statement = updateStatement(owner, { ...before, ...change }, before, context.user);
  if (!statement) return before;
  const after = onlyRow((await transaction.query<Row>(statement.text, statement.values)).rows);
  await recordChange(transaction, owner, after, before, context.user);
  for (const name of Object.keys(change)) await removeDocument(shelf, transaction, before[name], context);
  return after;
}

/** Deletes a document. An id without a document is accepted. */
async function removeDocument(
  { documents, records }: Shelf,
  transaction: Transaction,
  id: unknown,
  context: Context,
): Promise<void> {
  if (typeof id !== 'number') return;
  const { rows } = await transaction.query(`select 1 from ${ident(documents.table)} where id = $1`, [id]);
  if (rows.length > 0) await records.removeWithin(transaction, id, context);
}

interface Filled {
  document: Row;
  version: unknown;
}

/** Puts a file into the field in place of the one before. */
export async function fillField(
  shelf: Shelf,
  row: Row,
  { definition, upload, sent }: { definition: Definition; upload: Upload; sent: Row },
  context: Context,
): Promise<Filled> {
  const { campo_tabella: field, id_cartella: folder } = definition;
  const owner = idOf(shelf.owner, row);
  await keepAll(shelf, [upload]);
  try {
    const filled = await context.database.transaction(async (transaction) => {
      const values = { [FOLDER]: folder, ...sent };
      const document = await writeDown(shelf, transaction, upload, { sent: values, owner, field }, context);
      const after = await setColumn(shelf, transaction, owner, { [field]: document.id }, context);
      return { document, version: after.versione };
    });
    await shelf.rules[shelf.documents.resource]?.present?.([filled.document], context);
    return filled;
  } catch (error) {
    throw shelf.records.asProblem(error);
  }
}

/** Returns the field for an upload among documents, which requires write access to the record. */
export function fieldForUpload(shelf: Shelf, row: Row, name: string, context: Context): Definition {
  if (!allows(shelf.owner.access.write, context.user, context.setting)) throw forbidden();
  return fieldOf(shelf, row, name, context);
}

/** Empties the field and deletes its document. Refuses if the field is required. */
async function emptyField(shelf: Shelf, row: Row, name: string, context: Context): Promise<Row> {
  requireEmptiable(shelf, row, name, context);
  const id = idOf(shelf.owner, row);
  return context.database.transaction((transaction) =>
    setColumn(shelf, transaction, id, { [name]: null }, context),
  );
}

/** Returns the record's column that refers to this document; undefined for a document without a field. */
async function columnOf(
  { owner, parent }: Shelf,
  document: DocumentRow,
  transaction: Transaction,
): Promise<string | undefined> {
  const column = document.campo_tabella;
  if (!column || !owner.field(column)?.custom) return undefined;
  const { rows } = await transaction.query<{ id: number | null }>(
    `select ${ident(column)} as id from ${ident(owner.table)} where ${ident(owner.id)} = $1`,
    [document[parent]],
  );
  return rows[0]?.id === document.id ? column : undefined;
}

/** Deletes a document. If it fills a field of the record, empties the field by its rules. */
export async function removeFrom(
  shelf: Shelf,
  row: Row,
  document: DocumentRow,
  transaction: Transaction,
  context: Context,
): Promise<void> {
  const column = await columnOf(shelf, document, transaction);
  if (!column) return shelf.records.removeWithin(transaction, document.id, context);
  const { owner } = shelf;
  const classId = classOf(owner, row);
  // If the class no longer has the field, its rules no longer apply.
  const isUsed = context
    .definitionsOf(owner)
    .some(
      (one) => one.campo_tabella === column && (one.id_classe === ALL_CLASSES || one.id_classe === classId),
    );
  if (isUsed) requireEmptiable(shelf, row, column, context);
  await setColumn(shelf, transaction, idOf(owner, row), { [column]: null }, context);
}

function requireEmptiable(shelf: Shelf, row: Row, column: string, context: Context): void {
  if (!allows(shelf.owner.access.write, context.user, context.setting)) throw forbidden();
  const { obbligatorio: required } = fieldOf(shelf, row, column, context);
  if (required === 1) throw invalid([{ field: column, rule: 'file-required' }]);
}

const REPLY = {
  type: 'object',
  properties: { id_documento: { type: ['integer', 'null'] }, versione: { type: 'integer' } },
};

export function fileFieldCalls(shelf: Shelf): Call[] {
  const { owner } = shelf;
  if (!owner.customFields) return [];
  const common = {
    path: `/${owner.resource}/:id/campo-file/:campo`,
    access: owner.access.write,
    tag: owner.name,
  };
  return [
    {
      ...common,
      name: nameOf(owner, 'file-field.update'),
      method: 'POST',
      summary: summaryOf(owner.title, 'File di un campo', 'File of a field'),
      files: limitsOf('files', 1),
      reply: REPLY,
      example: { data: { id_documento: 7, versione: 2 } },
      async handle(context) {
        const row = await ownerOf(shelf, context);
        const definition = fieldOf(shelf, row, context.params.campo ?? '', context);
        const uploads = await receiveAll(shelf, context);
        try {
          const { document, version } = await fillField(
            shelf,
            row,
            { definition, upload: onlyRow(uploads), sent: {} },
            context,
          );
          return { data: { id_documento: document.id, versione: version, documento: document } };
        } finally {
          await dropAll(uploads);
        }
      },
    },
    {
      ...common,
      name: nameOf(owner, 'file-field.delete'),
      method: 'DELETE',
      summary: summaryOf(owner.title, 'Rimozione del file di un campo', 'Remove the file of a field'),
      reply: REPLY,
      example: { data: { id_documento: null, versione: 3 } },
      async handle(context) {
        const row = await ownerOf(shelf, context);
        const after = await emptyField(shelf, row, context.params.campo ?? '', context);
        return { data: { id_documento: null, versione: after.versione } };
      },
    },
  ];
}
