/** Messages on refused rows, with the headers of the file. */
import { ALL_CLASSES, type Definition } from '../../../schemas/custom-fields.ts';
import { inEach } from '../../../schemas/language.ts';
import { type Problem, say } from '../../http/problem.ts';
import { customisedFor } from '../custom-fields.ts';
import type { ImportContext } from './import-context.ts';
import { noteOf } from './read-row.ts';
import type { Note } from './staging.ts';

const NOT_FOUND = 404;

/** Returns the header of the column for a property, or the label that the property has in the row's class. */
function headerOf(
  { columns, entity, context }: ImportContext,
  name: string,
  classId: number | undefined,
): string {
  const isOfRow = ({ campo_tabella: column, id_classe: of }: Definition): boolean =>
    column === name && (classId === undefined || of === ALL_CLASSES || of === classId);
  const filling = columns.find(([, { field, definitions, child }]) =>
    child ? false : definitions ? definitions.some(isOfRow) : field.name === name,
  );
  const customField = customisedFor(context, entity, classId).field(name) ?? entity.field(name);
  return filling?.[1].header ?? customField?.title[context.language] ?? name;
}

/** Returns the messages on a row of this class. */
export function notesOf(importContext: ImportContext, problem: Problem, classId: number | undefined): Note[] {
  if (problem.refusals.length > 0)
    return problem.refusals.map(({ field, ...refusal }) =>
      noteOf(headerOf(importContext, field, classId), refusal),
    );
  // The code exists, but the user may not see the record.
  const key = problem.status === NOT_FOUND ? 'out-of-reach' : problem.key;
  return [{ colonna: null, testo: inEach((language) => say(key, language, problem.params)) }];
}
