import type { JSONSchema7TypeName } from 'json-schema';
import type { Kind } from './entity.ts';

/** The JSON types a value of each kind may have, the usual one first. */
export const JSON_TYPES: Record<Kind, JSONSchema7TypeName[]> = {
  text: ['string'],
  note: ['string'],
  email: ['string'],
  uri: ['string'],
  icon: ['string'],
  column: ['string'],
  colour: ['string'],
  date: ['string'],
  instant: ['string'],
  choice: ['string', 'integer'],
  integer: ['integer'],
  file: ['integer'],
  reference: ['integer'],
  flag: ['integer'],
  decimal: ['number'],
  money: ['number'],
  quantity: ['number'],
  translations: ['object'],
  options: ['array'],
};
