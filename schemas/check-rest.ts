/**
 * Checks x-list, x-filters and x-form: their names and rests ("...") against each other and against the properties.
 */

import type { Entity, EntitySchema, Field } from './entity.ts';
import type { Say } from './faults.ts';
import {
  entriesOf,
  isLeftOut,
  isRest,
  MAY_STAND,
  namedBy,
  OFFERED_REST,
  REST,
  type RestWord,
  undrawn,
} from './rest.ts';
import { keysOf } from './values.ts';

const ownOf = (schema: EntitySchema, { fields }: Entity): Field[] =>
  fields.filter(({ name }) => Object.hasOwn(schema.properties, name));

function checkWord(word: RestWord, schema: EntitySchema, own: Field[], say: Say): void {
  const entries = entriesOf(schema, word);
  const names = entries.map((entry) => namedBy(entry)[0] ?? REST);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) say(`/${word}`, `${twice} occurs twice`);
  if (word !== 'x-list' && entries.includes(OFFERED_REST))
    say(`/${word}`, `the rest is optional only in x-list: write "${REST}" without brackets`);
  for (const name of entries.filter(isLeftOut).flatMap(namedBy)) {
    const field = own.find((one) => one.name === name);
    if (!entries.some(isRest))
      say(`/${word}`, `-${name} excludes it from the rest, but "${REST}" is missing`);
    else if (field && !MAY_STAND[word](field, schema))
      say(`/${word}`, `-${name}: the rest does not contain it`);
  }
}

const isDrawn = (schema: EntitySchema, { routes, dialog }: Entity): boolean =>
  Boolean(routes.form || dialog || schema['x-form']);

export function checkRest(schema: EntitySchema, entity: Entity, say: Say): void {
  const own = ownOf(schema, entity);
  for (const word of keysOf(MAY_STAND)) checkWord(word, schema, own, say);
  if (schema['x-drawn'] && isDrawn(schema, entity))
    say('/x-drawn', 'is not allowed where the schema draws the form');
}

/**
 * Returns whether users fill the rows. Only the server writes an entity that can be read but not created or updated.
 */
export const isWritten = ({ view, access, calls }: Entity): boolean =>
  !view &&
  (access.write.length > 0 || access.create.length > 0) &&
  (!calls.includes('read') || calls.includes('create') || calls.includes('update'));

/** Reports fields that users fill and no form draws. A hand-written page lists its fields in x-drawn. */
function byHand(schema: EntitySchema, entity: Entity): string[] {
  if (isDrawn(schema, entity)) return [];
  const drawn: string[] = schema['x-drawn'] ?? [];
  return ownOf(schema, entity)
    .filter((field) => MAY_STAND['x-form'](field) && !drawn.includes(field.name))
    .map(
      ({ name }) =>
        `/properties/${name}: is filled by people, and no form draws it: a page of its own that does names it in x-drawn; else x-hidden or readOnly`,
    );
}

/** Reports writable properties without a place in a form. A missing place stops only our own files. */
export function undrawnIn(schema: EntitySchema, entity: Entity, ours: boolean): string[] {
  if (!isWritten(entity)) return [];
  const [end, remedy] = ours
    ? ['', `put "${REST}" into one, and "-name" beside it where it is not to be drawn`]
    : ['; it is drawn last', `put "${REST}" where it belongs`];
  const forgotten = undrawn(schema, ownOf(schema, entity)).map(
    (name) => `/x-form: ${name} is filled by people, and no section draws it${end}: ${remedy}`,
  );
  return ours ? [...forgotten, ...byHand(schema, entity)] : forgotten;
}
