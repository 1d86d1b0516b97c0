/** Messages of jobs and routines are kept in both languages: whoever reads them later may use another one. */
import type { Text } from '../../schemas/entity.ts';
import { inEach } from '../../schemas/language.ts';
import { type Params, type Sentence, say } from '../http/problem.ts';

export const inBoth = (key: Sentence, params?: Params): Text =>
  inEach((language) => say(key, language, params));
