/** What a job or a routine says is kept in both languages: who reads it later may speak another. */
import type { Text } from '../../schemas/entity.ts';
import { inEach } from '../../schemas/language.ts';
import { type Params, type Sentence, say } from '../http/problem.ts';

export const inBoth = (key: Sentence, params?: Params): Text =>
  inEach((language) => say(key, language, params));
