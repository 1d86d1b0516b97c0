/** The cover images of several records, for lists with images. */

import type { Entity } from '../../../schemas/entity.ts';
import { scopeConditions } from '../../database/list-query.ts';
import { ident, Values } from '../../database/sql.ts';
import { type Call, type Context, callOn, summaryOf } from '../../http/call.ts';
import { malformed, refused } from '../../http/problem.ts';
import { API } from '../../http/register.ts';
import { rowsOf } from '../../http/reply-schemas.ts';
import { ID_MAX } from '../../requests/ids.ts';
import { nameOf } from '../overrides.ts';
import { contentText } from './content.ts';
import { type DocumentRow, filePath, hiddenFields, type Shelf } from './document-owner.ts';

const IDS_MAX = 200;
/** The maximum size of all images in a reply. For further images only the address is sent. */
const CONTENT_MAX = 16 * 1024 * 1024;

/** Returns for example 'idsRicambi' for spare parts. */
export const idsParameter = ({ titles }: Entity): string => `ids${titles.it.replaceAll(/[^\p{L}]/gu, '')}`;

export function idsIn(text: string | undefined, name: string, limit: number): number[] {
  const parts = [...new Set((text ?? '').split(',').filter(Boolean))];
  const ids = parts.map((part) => (/^\d{1,10}$/.test(part.trim()) ? Number(part) : 0));
  if (ids.some((id) => id < 1 || id > ID_MAX)) throw malformed('bad-filter', { name });
  if (ids.length > limit) throw refused('too-many-ids', { max: limit });
  return ids;
}

/** Returns the covers of records and file fields that the user may see. */
async function coversOf(shelf: Shelf, ids: number[], context: Context): Promise<DocumentRow[]> {
  const { owner, documents, parent } = shelf;
  const { database, user } = context;
  const values = new Values();
  const classColumn = owner.customFields?.class;
  const conditions = [
    `d.${ident(parent)} = any(${values.add(ids)}::int[])`,
    'd.is_immagine_copertina = 1',
    ...(owner.delete === 'soft' ? ['t.canc = 0'] : []),
    ...scopeConditions(owner, user?.scopes, values),
  ];
  const classed = classColumn ? `, t.${ident(classColumn)} as "~class"` : '';
  const { rows } = await database.query<DocumentRow & { '~class'?: number }>(
    `select d.*${classed} from ${ident(documents.table)} d join ${ident(owner.table)} t on t.${ident(owner.id)} = d.${ident(parent)}
     where ${conditions.join(' and ')} order by d.${ident(parent)}`,
    values.list,
  );
  return rows.filter(({ campo_tabella: column, '~class': classId }) => {
    if (column === null || !classColumn) return true;
    return !hiddenFields(shelf, { [classColumn]: classId }, context).includes(column);
  });
}

async function covers(shelf: Shelf, context: Context) {
  const name = idsParameter(shelf.owner);
  const ids = idsIn(context.query[name], name, IDS_MAX);
  const rows = await coversOf(shelf, ids, context);
  const withContent = context.query.includeData !== '0';
  let remaining = CONTENT_MAX;
  const found: object[] = [];
  for (const row of rows) {
    const fits = withContent && row.dimensione <= remaining;
    if (fits) remaining -= row.dimensione;
    found.push({
      [shelf.parent]: row[shelf.parent],
      id_documento: row.id,
      content_type: row.content_type,
      contenuto: fits ? await contentText(shelf.files, row.hash).catch(() => null) : null,
      url: await shelf.seals.seal(`${API}${filePath(shelf, row)}`),
    });
  }
  return found;
}

export function coverCalls(shelf: Shelf): Call[] {
  const { owner, parent, cover } = shelf;
  if (!cover) return [];
  const nullable = { type: ['string', 'null'] };
  return [
    {
      name: nameOf(owner, 'covers'),
      ...callOn(owner, 'read', 'GET', `/${owner.resource}/immagini-copertina`),
      summary: summaryOf(owner.titles, 'Immagini di copertina', 'Cover images'),
      query: {
        [idsParameter(owner)]: {
          type: 'string',
          description: 'Ids of the records, separated by commas',
          example: '1,2',
        },
        includeData: { enum: ['0', '1'], description: '0 returns the addresses without the contents' },
      },
      reply: rowsOf({
        [parent]: { type: 'integer' },
        id_documento: { type: 'integer' },
        content_type: { type: 'string' },
        contenuto: nullable,
        url: { type: 'string' },
      }),
      example: {
        data: [
          {
            [parent]: 1,
            id_documento: 7,
            content_type: 'image/png',
            contenuto: 'iVBORw0KGgo=',
            url: `${API}/${owner.resource}/1/documento/7/file?scade=1767225600&firma=…`,
          },
        ],
      },
      handle: async (context) => ({ data: await covers(shelf, context) }),
    },
  ];
}
