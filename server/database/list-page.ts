/** The page of a list that a request asks for. */
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../../schemas/paging.ts';
import { BadQuery } from './bad-query.ts';

export interface Page {
  /** The page number, from 1; undefined for all rows. */
  number?: number;
  size: number;
  /** Whether the reply contains tot and max_rows. */
  counted: boolean;
  /** The number of rows at which the count ends; undefined counts all. */
  most?: number;
}

function readMost(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const most = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (most < 1) throw new BadQuery('bad-filter', { name: 'tot' });
  return most;
}

export function readPage(query: Record<string, string>): Page {
  const { pag, max_rows: rows, tot } = query;
  const most = readMost(tot);
  const size = rows === undefined || rows === '' ? PAGE_SIZE : Number(rows);
  if (!Number.isInteger(size) || size < 1 || size > PAGE_SIZE_MAX) throw new BadQuery('bad-page-size');
  if (pag === undefined || pag === '') return { size, counted: false };
  const number = /^-?\d{1,9}$/.test(pag) ? Number(pag) : Number.NaN;
  if (number === -1) return { size, counted: true };
  if (!(number >= 1)) throw new BadQuery('bad-page');
  return { number, size, counted: true, most };
}

/** Returns the number of all rows if the page is the last one, and so shows it. */
export function lastPageTotal({ number, size }: Page, rows: number): number | undefined {
  const isLast = number !== undefined && rows < size && (rows > 0 || number === 1);
  return isLast ? (number - 1) * size + rows : undefined;
}
