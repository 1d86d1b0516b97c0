/** The short form for a fault: its questions, and the values from the plant's configuration. Has no side effects. */

import { withFields } from '../../../resources/form/record.ts';
import type { Entity, Field, Row, Text, Value } from '../../../schemas/entity.ts';
import { isEmpty } from '../../../schemas/values.ts';

/** The fields that are always part of the short form. */
export const WHAT = 'descrizione';
export const URGENCY = 'priorita';

interface Facts {
  asset: Row;
  type: number | undefined;
  state: number | undefined;
}

/** Returns the values that the plant provides for a fault of an asset. */
export const filledIn = ({ asset, type, state }: Facts): Row => ({
  id_tipo_guasto: type ?? null,
  id_stato: state ?? null,
  id_classe_intervento: asset.id_classe_intervento_default ?? null,
});

/** Returns the first state without reasons against it, or else undefined. */
export const firstState = (states: { id: number; motivi?: string[] }[] | undefined): number | undefined =>
  states?.find(({ motivi = [] }) => motivi.length === 0)?.id;

/**
 * Returns whether the short form has this field: the description, the priority and required fields without a
 * value.
 */
export const isInShortForm = ({ name, required, fileRequired, custom }: Field, start: Row): boolean =>
  name === WHAT ||
  name === URGENCY ||
  ((required || (custom && fileRequired) || false) && isEmpty(start[name]));

/** Returns the entity for the short form: its questions as titles, and the values that are sent without a field. */
export function shortForm(entity: Entity, start: Row, titles: Record<string, Text>): Entity {
  return withFields(entity, ({ name }) => {
    const title = titles[name];
    const value = start[name];
    if (title) return { title };
    return isEmpty(value) ? undefined : { default: value as Value };
  });
}
