/** The user manual: one PDF in Italian, made of docs/manuale. */
import type { Access } from '../../../../schemas/access.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { Call } from '../../../http/call.ts';
import { manualBook } from './book.ts';

const FILENAME = 'Officina - Manuale utente.pdf';

export function manualCall(schemas: Schemas, access: Access): Call {
  const book = manualBook(schemas);
  return {
    method: 'GET',
    path: '/info/user-manual',
    access,
    tag: 'info',
    summary: { it: 'Manuale utente', en: 'User manual (in Italian)' },
    reply: {
      type: 'object',
      properties: {
        data: { type: 'string', description: 'PDF, base64' },
        filename: { type: 'string' },
        content_type: { const: 'application/pdf' },
      },
    },
    example: { data: { data: 'JVBERi0xLjMK…', filename: FILENAME, content_type: 'application/pdf' } },
    handle: async () => ({
      data: {
        data: (await book()).toString('base64'),
        filename: FILENAME,
        content_type: 'application/pdf',
      },
    }),
  };
}
