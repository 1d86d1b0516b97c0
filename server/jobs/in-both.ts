/** What a job or a routine says is kept in both languages: who reads it later may speak another. */
import { LANGUAGES, type Text } from '../../schemas/entity.ts';
import { type Params, type Sentence, say } from '../http/problem.ts';

export const inBoth = (key: Sentence, params?: Params): Text =>
  Object.fromEntries(LANGUAGES.map((language) => [language, say(key, language, params)])) as Text;
