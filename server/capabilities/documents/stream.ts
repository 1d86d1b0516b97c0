/** Streams a document to display or save: the whole file, or the requested part of a video. */

import { typeOfMime } from '../../../schemas/file-types.ts';
import { onlyRow } from '../../database/rows.ts';
import type { Context, RawReply } from '../../http/call.ts';
import { disposition } from '../../http/disposition.ts';
import { Problem } from '../../http/problem.ts';
import { readId } from '../../requests/ids.ts';
import { type DocumentRow, documentsOf, ownerOf, type Shelf, visibleDocuments } from './document-owner.ts';

interface Range {
  start: number;
  end: number;
}

/** Parses 'bytes=0-1023', 'bytes=1024-' or 'bytes=-500'. Anything else, also several ranges, means the whole file. */
export function rangeOf(header: string | undefined, size: number): Range | 'nowhere' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [from, to] = [match[1] ?? '', match[2] ?? ''];
  if (from === '') return to === '0' ? 'nowhere' : { start: Math.max(0, size - Number(to)), end: size - 1 };
  const [start, end] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  if (to !== '' && Number(to) < start) return undefined;
  return start >= size ? 'nowhere' : { start, end };
}

/**
 * Returns the policy that keeps scripts in documents from running. Some browsers cannot display a PDF in a sandbox,
 * so PDFs get none. Scripts in a PDF have no access to the page.
 */
const policy = (mime: string): string =>
  [
    "default-src 'none'",
    "frame-ancestors 'self'",
    "style-src 'unsafe-inline'",
    "img-src 'self'",
    "media-src 'self'",
  ]
    .concat(typeOfMime(mime)?.preview === 'pdf' ? ["object-src 'self'"] : ['sandbox'])
    .join('; ');

function headersOf({ content_type: mime, nome_file_originale: name, hash }: DocumentRow, save: boolean) {
  const isDisplayed = typeOfMime(mime)?.preview !== undefined && !save;
  return {
    'content-disposition': disposition(name, isDisplayed ? 'inline' : 'attachment'),
    'content-security-policy': policy(mime),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    // The content of a document never changes.
    'cache-control': 'private, max-age=1200',
    'accept-ranges': 'bytes',
    etag: `"${hash}"`,
  };
}

/**
 * Finds the document. The user of a sealed address got it from someone who could read the owner. Other calls need a
 * signed-in user.
 */
async function requestedDocument(shelf: Shelf, context: Context): Promise<DocumentRow> {
  const id = readId(context.params.docId);
  const rows = context.user
    ? await visibleDocuments(shelf, await ownerOf(shelf, context), [id], context)
    : await documentsOf(shelf, context.database, readId(context.params.id), [id]);
  return onlyRow(rows);
}

export async function streamReply(shelf: Shelf, context: Context): Promise<RawReply> {
  const row = await requestedDocument(shelf, context);
  const headers = headersOf(row, context.query.scarica === '1');
  const type = row.content_type;
  if (context.headers['if-none-match'] === headers.etag) return { raw: '', type, status: 304, headers };
  const content = await shelf.files.open(row.hash);
  const { range: requestedRange, 'if-range': ifRange = headers.etag } = context.headers;
  const range = ifRange === headers.etag ? rangeOf(requestedRange, content.size) : undefined;
  if (range === 'nowhere')
    throw new Problem(416, 'bad-range', { headers: { 'content-range': `bytes */${content.size}` } });
  if (!range) {
    const fullHeaders = { ...headers, 'content-length': String(content.size) };
    return { raw: content.stream(), type, headers: fullHeaders };
  }
  const part = {
    ...headers,
    'content-range': `bytes ${range.start}-${range.end}/${content.size}`,
    'content-length': String(range.end - range.start + 1),
  };
  return { raw: content.stream(range), type, status: 206, headers: part };
}
