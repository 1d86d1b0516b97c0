/** The documents of a record with their folders, and, read-only, the documents of the records it refers to. */
import { having, idOf, referenceOf } from '../../../schemas/catalogue.ts';
import type { Row } from '../../../schemas/entity.ts';
import { listStatement } from '../../database/list-query.ts';
import { ident } from '../../database/sql.ts';
import type { Context, Reply } from '../../http/call.ts';
import { Problem } from '../../http/problem.ts';
import { listRequest } from '../crud.ts';
import { withContents } from './content.ts';
import { FOLDER, hiddenFields, ownerOf, type Shelf, shelfOf, visibleDocuments } from './document-owner.ts';

const isSet = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Returns all folders, or, with a filter, those that contain results. */
async function foldersOf({ folders }: Shelf, rows: Row[], { database, query }: Context): Promise<Row[]> {
  const narrowed = Boolean(query.idCartella || query.idFile) || isSet(query.isCopertina);
  const translated = folders.field('traduzioni') ? 'traduzioni' : 'null::jsonb as traduzioni';
  const { rows: all } = await database.query<{ id: number; nome: string; traduzioni: Row | null }>(
    `select id, nome, ${translated} from ${ident(folders.table)} order by nome collate "und-x-icu", id`,
  );
  return all
    .map(({ id, nome, traduzioni }) => ({
      id,
      nome,
      traduzioni,
      tipo: 'D',
      files: rows.filter((row) => row[FOLDER] === id),
    }))
    .filter(({ id, files }) => !narrowed || files.length > 0 || String(id) === query.idCartella);
}

/** Returns all rows, without pages: a record has a few dozen, and the folder tree counts them. */
async function rowsOf(shelf: Shelf, owner: Row, context: Context): Promise<Row[]> {
  const { documents, schemas, rules, parent } = shelf;
  const request = listRequest(documents, rules, context);
  const visible = {
    sql: '(t.campo_tabella is null or t.campo_tabella <> all(?::text[]))',
    values: [hiddenFields(shelf, owner, context)],
  };
  const parts = request.extra ? [request.extra, visible] : [visible];
  const extra = {
    sql: parts.map(({ sql }) => sql).join(' and '),
    values: parts.flatMap(({ values }) => values),
  };
  const fullRequest = { ...request, extra, fixed: { [parent]: owner[shelf.owner.id] } };
  const { text, values } = listStatement(documents, schemas, fullRequest, { size: 0, counted: false });
  const { rows } = await context.database.query<Row>(text, values);
  await rules[documents.resource]?.present?.(rows, context);
  return rows;
}

interface Contents {
  rows: Row[];
  folders: Row[];
}

function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof Problem) || error.status !== 404) throw error;
}

/** Returns the documents of referenced records, with non-empty folders only, since nothing can be added here. */
async function referenced(shelf: Shelf, owner: Row, context: Context): Promise<Contents[]> {
  const { schemas, files, seals, rules } = shelf;
  // The folders of another entity have other ids.
  if (context.query.idCartella) return [];
  const found: Contents[] = [];
  for (const [type, name] of Object.entries(having(shelf.owner, 'documents').documents.with)) {
    const other = schemas.byResource.entity(referenceOf(shelf.owner.property(name)).resource);
    const otherShelf = shelfOf(other, rules, { schemas, files, seals });
    if (!otherShelf || typeof owner[name] !== 'number') continue;
    const row = await otherShelf.owners.find(owner[name], context).catch(unlessUnknown);
    // The record was deleted, or the user may not see it.
    if (!row) continue;
    const rows = (await rowsOf(otherShelf, row, context)).map((one) => ({ ...one, docType: type }));
    const folders = (await foldersOf(otherShelf, rows, context)).filter(
      ({ files }) => Array.isArray(files) && files.length > 0,
    );
    found.push({ rows, folders: folders.map((one) => ({ ...one, docType: type })) });
  }
  return found;
}

export async function listed(shelf: Shelf, context: Context): Promise<Reply> {
  const owner = await ownerOf(shelf, context);
  const ownRows = await rowsOf(shelf, owner, context);
  const others = await referenced(shelf, owner, context);
  const rows = [...ownRows, ...others.flatMap((one) => one.rows)];
  const cartelle = [...(await foldersOf(shelf, ownRows, context)), ...others.flatMap((one) => one.folders)];
  if (!isSet(context.query.includeData)) return { data: { documenti: rows, cartelle } };
  const ids = ownRows.map((row) => idOf(shelf.documents, row));
  const filled = await withContents(shelf.files, await visibleDocuments(shelf, owner, ids, context));
  const documenti = rows.map((row, index) => ({ ...row, contenuto: filled[index]?.contenuto }));
  return { data: { documenti, cartelle } };
}
