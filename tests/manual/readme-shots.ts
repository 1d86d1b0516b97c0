/** What README shows: the desk of an administrator, in English. */
import type { Shot } from './photographer.ts';

export const README_SHOTS: Shot[] = [{ name: 'home', as: 'SUPER', at: '/home', language: 'en', height: 640 }];
