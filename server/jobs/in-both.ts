/** Returns a message in both languages, because users who read it later may use either. */
import type { Text } from '../../schemas/entity.ts';
import { inEach } from '../../schemas/language.ts';
import { type Params, type Sentence, say } from '../http/problem.ts';

export const inBoth = (key: Sentence, params?: Params): Text =>
  inEach((language) => say(key, language, params));
