/**
 * The words of a row: a stored column with all texts that searches look in, in small letters, and its index of trigrams
 * and of pairs of letters.
 * Comparing it takes a tenth of the time of `ilike` with each text. A word may be in all rows or in none, so each search is
 * planned by itself.
 */
import { createHash } from 'node:crypto';
import { type Entity, LANGUAGES } from '../../schemas/entity.ts';
import type { SearchedText } from '../../schemas/search-words.ts';
import { contains, ident, inWords, literal, matching, type Placeholders } from './sql.ts';
import { PLANNED_EACH_TIME } from './statement-names.ts';

type Searched = Pick<Entity, 'searched' | 'view'>;

/** Between two texts. No word of a search contains it. */
const SEPARATOR = 'chr(10)';

/** Returns SQL of a searched text: its column, or its translation in each language. */
const textsOf = ({ name, isTranslated }: SearchedText, prefix: string): string[] => {
  const column = `${prefix}${ident(name)}`;
  return isTranslated ? LANGUAGES.map((language) => `${column}->>${literal(language)}`) : [column];
};

/** The column and SQL of its value. */
interface Words {
  name: string;
  generated: string;
}

function made(entity: Searched): Words | undefined {
  if (entity.view || entity.searched.length === 0) return undefined;
  const texts = entity.searched.flatMap((one) => textsOf(one, '')).map((text) => `coalesce(${text}, '')`);
  const generated = `lower(${texts.join(` || ${SEPARATOR} || `)})`;
  const hash = createHash('sha1').update(generated).digest('hex').slice(0, 8);
  // Changed texts make a new column, because PostgreSQL cannot change the expression of one.
  return { name: `~words_${hash}`, generated };
}

const known = new WeakMap<Entity['searched'], Words | undefined>();

/** Returns the column of an entity's words; undefined without searched texts. */
export function wordsOf(entity: Searched): Words | undefined {
  if (!known.has(entity.searched)) known.set(entity.searched, made(entity));
  return known.get(entity.searched);
}

/**
 * Returns the condition that each word of a text is in one of the properties of an entity's row. Where these are not all
 * that searches look in, because a user may not read some, the words find the rows, and the properties decide.
 */
export function searching(
  entity: Searched,
  alias: string,
  names: string[],
  text: string,
  values: Placeholders,
): string {
  const words = wordsOf(entity);
  const own = entity.searched.filter(({ name }) => names.includes(name));
  const within =
    words && `${PLANNED_EACH_TIME} ${matching([`${alias}.${ident(words.name)}`], text, values, inWords)}`;
  if (within && own.length === entity.searched.length) return within;
  const columns = own.flatMap((one) => textsOf(one, `${alias}.`));
  return [...(within ? [within] : []), matching(columns, text, values)].join(' and ');
}

/** Returns the condition that a text of an entity's row contains another. If searches look in it, the words find the rows. */
export function containing(
  entity: Searched,
  alias: string,
  expression: string,
  text: string,
  values: Placeholders,
): string {
  const words = wordsOf(entity);
  const searched = entity.searched.flatMap((one) => textsOf(one, `${alias}.`));
  if (!words || !searched.includes(expression)) return contains(expression, text, values);
  const within = inWords(`${alias}.${ident(words.name)}`, text, values);
  return `(${PLANNED_EACH_TIME} ${within} and ${contains(expression, text, values)})`;
}
