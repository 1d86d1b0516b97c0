/** Rules for all documents: date, cover image, and the computed fields of lists. */

import { idOf } from '../../../schemas/catalogue.ts';
import type { Row } from '../../../schemas/entity.ts';
import { isImage } from '../../../schemas/file-types.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { Refusal } from '../../../schemas/validate.ts';
import { numberOf } from '../../../schemas/values.ts';
import { lockFor } from '../../database/lock.ts';
import { ident } from '../../database/sql.ts';
import type { Context } from '../../http/call.ts';
import { malformed } from '../../http/problem.ts';
import { API } from '../../http/register.ts';
import type { Seals } from '../../http/sealed-address.ts';
import { namesOf } from '../../plant/accounts.ts';
import { todayIn } from '../../plant/plant-time.ts';
import { recordChange } from '../history.ts';
import { updateStatement } from '../row-statements.ts';
import type { EntityRules, ListCondition, RulesByResource, WriteContext } from '../rules.ts';
import { type DocumentKind, documentKindsOf, FOLDER, filePath } from './document-owner.ts';

const COVER = 'is_immagine_copertina';

/** Renames idCartella to id_cartella: both are accepted. */
function accept({ idCartella, ...sent }: Row): Row {
  const folder = typeof idCartella === 'string' ? Number(idCartella) : idCartella;
  return idCartella === undefined ? sent : { [FOLDER]: folder, ...sent };
}

function refusals(
  { cover }: DocumentKind,
  row: Row,
  before: Row | undefined,
  { setting, now }: WriteContext,
): Refusal[] {
  const found: Refusal[] = [];
  const { data_validita: date } = row;
  if (typeof date === 'string' && date !== before?.data_validita && date > todayIn(setting, now))
    found.push({ field: 'data_validita', rule: 'date-future' });
  if (row[COVER] === 1 && before?.[COVER] !== 1) {
    if (!cover) found.push({ field: COVER, rule: 'not-allowed' });
    else if (!isImage(row.content_type)) found.push({ field: COVER, rule: 'cover-image' });
  }
  return found;
}

/** Sets the date of a document without one to today. */
function setDate(row: Row, { setting, now }: WriteContext): void {
  row.data_validita ||= todayIn(setting, now);
}

/** Removes the mark from the previous cover, so that each record has one cover. */
async function clearOtherCovers(
  { documents, parent }: DocumentKind,
  row: Row,
  { transaction, user }: WriteContext,
) {
  const owner = row[parent];
  await lockFor(transaction, `${documents.table} ${owner}`);
  const { rows } = await transaction.query<Row>(
    `select * from ${ident(documents.table)} where ${ident(parent)} = $1 and ${COVER} = 1 and id <> $2 for update`,
    [owner, row.id],
  );
  for (const before of rows) {
    const statement = updateStatement(documents, { ...before, [COVER]: 0 }, before, user);
    if (!statement) continue;
    const { text, values } = statement;
    const after = (await transaction.query<Row>(text, values)).rows[0];
    await recordChange(transaction, documents, after, before, user);
  }
}

/** Returns the conditions: idFile selects one document, isCopertina=1 only the cover. */
function where({ idFile, isCopertina }: Record<string, string>): ListCondition | undefined {
  if (idFile && !/^\d{1,9}$/.test(idFile)) throw malformed('bad-filter', { name: 'idFile' });
  const onlyCover = isCopertina === '1' || isCopertina === 'true';
  const sql = [...(idFile ? ['t.id = ?'] : []), ...(onlyCover ? [`t.${COVER} = 1`] : [])].join(' and ');
  return sql ? { sql, values: idFile ? [Number(idFile)] : [] } : undefined;
}

async function present(kind: DocumentKind, rows: Row[], { database }: Context, seals: Seals): Promise<void> {
  const authors = rows.map((row) => row.id_usr_ins).filter((id) => typeof id === 'number');
  const names = await namesOf(database, [...new Set(authors)]);
  for (const row of rows) {
    row.usr_ins = names.get(numberOf(row.id_usr_ins) ?? 0) ?? null;
    if (kind.type) row.docType = kind.type;
    row.url = await seals.seal(`${API}${filePath(kind, row)}`);
    // The hash of the content is internal.
    delete row.hash;
  }
}

const ofDocuments = (kind: DocumentKind, seals: Seals): EntityRules => ({
  accept,
  where,
  check: async (row, before, context) => refusals(kind, row, before, context),
  beforeCreate: async (row, context) => setDate(row, context),
  beforeUpdate: async (row, _before, context) => setDate(row, context),
  async afterWrite(row, before, context) {
    if (row?.[COVER] === 1 && before?.[COVER] !== 1) await clearOtherCovers(kind, row, context);
  },
  present: (rows, context) => present(kind, rows, context, seals),
});

const COUNTER = 'num_documenti';

const ofOwners = ({ owner, documents, parent }: DocumentKind): EntityRules => ({
  async present(rows, { database }, only) {
    if (only && !only.has(COUNTER)) return;
    const ids = rows.map((row) => row[owner.id]);
    const counted = await database.query<{ id: number; n: number }>(
      `select ${ident(parent)} as id, count(*)::int as n from ${ident(documents.table)}
       where ${ident(parent)} = any($1::int[]) group by 1`,
      [ids],
    );
    const numbers = new Map(counted.rows.map(({ id, n }) => [id, n]));
    for (const row of rows) row[COUNTER] = numbers.get(idOf(owner, row)) ?? 0;
  },
});

export function documentRules(schemas: Schemas, seals: Seals): RulesByResource[] {
  return documentKindsOf(schemas).map((kind) => ({
    [kind.documents.resource]: ofDocuments(kind, seals),
    ...(kind.owner.field(COUNTER) && { [kind.owner.resource]: ofOwners(kind) }),
  }));
}
