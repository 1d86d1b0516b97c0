/** The initial values of a new intervention. */

import { copyOf, startOf } from '../../../resources/form/record.ts';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import type { Entity, Row } from '../../../schemas/entity.ts';
import { looksLikeDay } from '../../../schemas/timestamps.ts';

/** Returns the beginning of a date. It has no offset, so the server reads it in the plant's time zone. */
export const beginningOf = (day: string): string => `${day}T00:00:00`;

const isDay = (text: string | undefined): text is string =>
  text !== undefined && looksLikeDay(text) && !Number.isNaN(Date.parse(text));

export const idIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;

interface Start {
  /** Parameters of the address: an asset, a date. */
  parameters: Record<string, string | undefined>;
  /** Today in the plant's time zone, if the user sets planned dates. */
  today: string | undefined;
}

export function newStart(entity: Entity, { parameters, today }: Start): Row {
  const asset = idIn(parameters.idOggetto);
  const planned = isDay(parameters.dataPrevista) ? beginningOf(parameters.dataPrevista) : today;
  return startOf(entity, {
    ...(asset !== undefined && { id_oggetto: asset }),
    ...(planned !== undefined && { data_ordine: planned }),
  });
}

/** Returns the values of a copy. It has no state and no dates, and is planned for today. */
export const copyStart = (entity: EntityOf<'odl'>, record: Row, today: string | undefined): Row => ({
  ...copyOf(entity, record),
  id_stato: null,
  data_inizio: null,
  data_fine: null,
  data_ordine: today ?? null,
});
