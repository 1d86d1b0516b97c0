import { type Call, callAt } from '../../http/call.ts';
import { listOf } from '../../http/reply-schemas.ts';

const ALL = [
  { codice: 'it', descrizione: 'Italiano' },
  { codice: 'en', descrizione: 'English' },
];
const LANGUAGE = {
  type: 'object',
  properties: { codice: { type: 'string' }, descrizione: { type: 'string' } },
};

export const languageCalls: Call[] = [
  {
    ...callAt('GET', '/lingua/default', 'public', 'info'),
    summary: { it: 'Lingua predefinita', en: 'Default language' },
    reply: LANGUAGE,
    example: { data: ALL[0] },
    handle: async () => ({ data: ALL[0] }),
  },
  {
    ...callAt('GET', '/lingua/config', 'public', 'info'),
    summary: { it: 'Lingue', en: 'Languages' },
    reply: listOf(LANGUAGE),
    example: { data: ALL },
    handle: async () => ({ data: ALL }),
  },
];
