/** The reply of a list: a page of rows, and the number of all of them if the request asks for a page. */
import type { Row } from '../../schemas/entity.ts';
import type { Queryable } from '../database/database.ts';
import { lastPageTotal, type Page } from '../database/list-page.ts';
import type { PageStatement, Statement } from '../database/list-query.ts';
import { onlyRow } from '../database/rows.ts';

interface PagedReply {
  data: Row[];
  tot?: number;
  max_rows?: number;
}

interface Statements {
  list: PageStatement;
  /** The statement with `tot`. */
  count(): Statement;
  /** Whether less than a page is likely, whose rows need no count. Other lists are read and counted at once. */
  few?: boolean;
}

export async function pagedReply(
  database: Queryable,
  page: Page,
  { list, count, few = true }: Statements,
): Promise<PagedReply> {
  const total = async (): Promise<number> => {
    const { text, values } = count();
    return onlyRow((await database.query<{ tot: number }>(text, values)).rows).tot;
  };
  const read = async (): Promise<Row[]> => {
    const { rows } = await database.query<Row>(list.text, list.values);
    if (!list.rows || rows.length === 0) return rows;
    const { text, values } = list.rows(rows.map(({ id }) => Number(id)));
    return (await database.query<Row>(text, values)).rows;
  };
  const isWhole = page.number === undefined;
  const [rows, counted] = await Promise.all([read(), few || isWhole ? undefined : total()]);
  if (!page.counted) return { data: rows };
  if (isWhole) return { data: rows, tot: rows.length, max_rows: rows.length };
  const tot = counted ?? lastPageTotal(page, rows.length) ?? (await total());
  return { data: rows, tot, max_rows: page.size };
}
