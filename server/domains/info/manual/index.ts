/** The user manual as a PDF in the user's language, from docs/manuale or docs/manual. */
import type { Access } from '../../../../schemas/access.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { type Call, callAt } from '../../../http/call.ts';
import { manualBook } from './book.ts';
import { titleOf } from './editions.ts';

const TYPE = 'application/pdf';

export function manualCall(schemas: Schemas, access: Access): Call {
  const books = { it: manualBook(schemas, 'it'), en: manualBook(schemas, 'en') };
  return {
    ...callAt('GET', '/info/user-manual', access, 'info'),
    summary: { it: 'Manuale utente', en: 'User manual' },
    reply: {
      type: 'object',
      properties: {
        data: { type: 'string', description: 'A PDF as base64' },
        filename: { type: 'string' },
        content_type: { const: TYPE },
      },
    },
    example: { data: { data: 'JVBERi0xLjMK…', filename: `${titleOf('en')}.pdf`, content_type: TYPE } },
    handle: async ({ language }) => ({
      data: {
        data: (await books[language]()).toString('base64'),
        filename: `${titleOf(language)}.pdf`,
        content_type: TYPE,
      },
    }),
  };
}
