/** What a person sends, made into a row: without what is not his to say, with what nobody needs to say. */
import type { SettingOf } from '../../schemas/access.ts';
import { type Entity, type Field, inForce, type Row, type Value, writable } from '../../schemas/entity.ts';
import { isNumeric } from '../../schemas/kinds.ts';
import { flagOf, isTrimmed, trimmed } from '../../schemas/meaning.ts';
import { isDate, isInstant } from '../../schemas/validate.ts';
import { instantOf, isOfClocks } from '../plant/plant-time.ts';
import { fieldsToStore } from './row-statements.ts';

/** Of a row, what a person may send. */
export const written = (shape: Entity, row: Row): Row =>
  Object.fromEntries(writable(shape).map(({ name }) => [name, row[name]]));

export const without = (row: Row, names: Set<string>): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.has(name)));

/** Custom fields that a class has for reading only: what comes back of them is ignored, like what the server fills. */
export const readOnlyIn = (shape: Entity): Set<string> =>
  new Set(shape.fields.filter((field) => field.custom && field.readOnly).map((field) => field.name));

/** Free columns that the class does not name come back empty with the record: that says nothing. */
export const unsaid = (sent: Row, entity: Entity, shape: Entity): Set<string> =>
  new Set(
    Object.keys(sent).filter((name) => {
      const empty = sent[name] === null || sent[name] === undefined || sent[name] === '';
      return empty && entity.field(name)?.custom && !shape.field(name);
    }),
  );

/** What a person may say: what the server fills and joins is ignored when it comes back; the unknown stays, to be refused. */
export function clean(sent: Row, entity: Entity): Row {
  return Object.fromEntries(
    Object.entries(sent).filter(([name]) => {
      const field = entity.field(name);
      if (!field) return !(entity.customFields && name === 'campi');
      return !(field.readOnly || field.virtual);
    }),
  );
}

/** What a value means: a text of one line without the blanks around it, a flag in whatever way it is written. */
function meaning(field: Field, value: unknown, row: Row): unknown {
  const told = field.kindBy?.kinds[String(row[field.kindBy.property])] ?? field.kind;
  const flag = told === 'flag' ? flagOf(value) : undefined;
  if (flag !== undefined) return field.kind === 'flag' ? flag : String(flag);
  return typeof value === 'string' && isTrimmed(field) ? trimmed(value) : value;
}

/** What comes back just as it is stored says nothing new: an old row keeps its blanks until somebody types. */
export function meant(sent: Row, entity: Entity, before: Row = {}): Row {
  const whole = { ...before, ...sent };
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const field = entity.field(name);
      return [name, !field || value === before[name] ? value : meaning(field, value, whole)];
    }),
  );
}

const OFFSET = /(Z|[+-]\d{2}:?\d{2})$/;
const DAY_LENGTH = 10;

/** A moment sent without an offset is told by the plant's clock; a day is its beginning. One moment is one text. */
export const inPlantTime = (sent: Row, entity: Entity, setting: SettingOf): Row =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      if (entity.field(name)?.kind !== 'instant' || typeof value !== 'string') return [name, value];
      const told = isDate(value) ? `${value}T00:00:00` : value;
      if (!isInstant(told) || !isOfClocks(told)) return [name, value];
      const moment = told.replace(' ', 'T');
      const known = OFFSET.test(moment.slice(DAY_LENGTH));
      return [name, known ? new Date(moment).toISOString() : instantOf(moment, setting)];
    }),
  );

/** A field that is not in force keeps no value of its own. */
export const settled = (entity: Entity, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const field = entity.field(name);
      return [name, !field || inForce(field, row) ? value : (field.default ?? null)];
    }),
  );

/** Of the setting it has from, or its own. */
function defaultOf(field: Field, setting: SettingOf): Value | undefined {
  const value = field.defaultSetting && setting(field.defaultSetting);
  if (!value) return field.default;
  const isNumber = isNumeric(field.kind) || field.choices?.some((choice) => typeof choice.value === 'number');
  return isNumber ? Number(value) : value;
}

export function withDefaults(entity: Entity, sent: Row, setting: SettingOf): Row {
  const defaults = fieldsToStore(entity).flatMap((field) => {
    const value = defaultOf(field, setting);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  return settled(entity, { ...Object.fromEntries(defaults), ...Object.fromEntries(given) });
}
