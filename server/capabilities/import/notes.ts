/** Messages on refused rows, with the headers of the file. */
import { inEach } from '../../../schemas/language.ts';
import { type Problem, say } from '../../http/problem.ts';
import { customisedFor } from '../custom-fields.ts';
import type { ImportContext } from './import-context.ts';
import { noteOf } from './read-row.ts';
import type { Note } from './staging.ts';

const NOT_FOUND = 404;

/** Returns the header of the column for a property, or the property's label. */
function headerOf({ columns, entity, context }: ImportContext, name: string): string {
  const filling = columns.find(([, { field, definitions, child }]) =>
    child
      ? false
      : definitions
        ? definitions.some(({ campo_tabella: column }) => column === name)
        : field.name === name,
  );
  const customField = customisedFor(context, entity, undefined).field(name) ?? entity.field(name);
  return filling?.[1].header ?? customField?.title[context.language] ?? name;
}

export function notesOf(importContext: ImportContext, problem: Problem): Note[] {
  if (problem.refusals.length > 0)
    return problem.refusals.map(({ field, ...refusal }) => noteOf(headerOf(importContext, field), refusal));
  // The code exists, but the user may not see the record.
  const key = problem.status === NOT_FOUND ? 'out-of-reach' : problem.key;
  return [{ colonna: null, testo: inEach((language) => say(key, language, problem.params)) }];
}
