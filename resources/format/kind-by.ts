/**
 * Fields such as the value of a setting. They are sent as a text, but displayed and typed as the kind in another
 * property (x-kind-by).
 */

import type { Field, Kind, Row } from '../../schemas/entity.ts';
import { isNumeric } from '../../schemas/kinds.ts';
import { isEmpty } from '../../schemas/values.ts';

/** Returns the field of this record: the same name, with the kind that the other property defines. */
export function fieldIn(field: Field, row: Row): Field {
  const by = field.kindBy;
  const kind = by?.kinds[String(row[by.property])];
  if (!by || !kind) return field;
  const pairs = by.choices ? row[by.choices] : undefined;
  const choices = Array.isArray(pairs)
    ? pairs.map((pair: Row) => {
        const name = String(pair.valore ?? pair.descrizione ?? pair.codice);
        return { value: String(pair.codice), title: { it: name, en: name } };
      })
    : undefined;
  return { ...field, kind, choices };
}

/** Returns whether the field of this record is a secret, which no draft contains. */
export const isSecret = ({ kindBy }: Field, row: Row): boolean =>
  kindBy?.secret !== undefined && row[kindBy.property] === kindBy.secret;

export const toTyped = (field: Field, kind: Kind, value: unknown): unknown =>
  field.kindBy && isNumeric(kind) && !isEmpty(value) ? Number(value) : value;

export const toText = (field: Field, value: unknown): unknown =>
  field.kindBy && typeof value === 'number' ? String(value) : value;
