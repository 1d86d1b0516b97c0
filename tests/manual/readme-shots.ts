/** The screenshots of README, in English: an administrator's desktop. */
import type { Shot } from './photographer.ts';

export const README_SHOTS: Shot[] = [
  { name: { it: 'home', en: 'home' }, as: 'SUPER', at: '/home', height: 640 },
];
