/** What README shows, in English: the desk of an administrator. */
import type { Shot } from './photographer.ts';

export const README_SHOTS: Shot[] = [
  { name: { it: 'home', en: 'home' }, as: 'SUPER', at: '/home', height: 640 },
];
