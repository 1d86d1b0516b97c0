/** Turns input into a row: removes what users may not set, and adds defaults. */
import type { SettingOf } from '../../schemas/access.ts';
import { type Entity, type Field, inForce, type Row, type Value, writable } from '../../schemas/entity.ts';
import { isNumeric, isTimestamp, KINDS } from '../../schemas/kinds.ts';
import { flagOf, isTrimmed, trimmed } from '../../schemas/meaning.ts';
import { isDate, isInstant } from '../../schemas/validate.ts';
import { inUtc, isOfClocks } from '../plant/plant-time.ts';
import { fieldsToStore } from './row-statements.ts';

/** Returns the fields of a row that users may send. */
export const written = (shape: Entity, row: Row): Row =>
  Object.fromEntries(writable(shape).map(({ name }) => [name, row[name]]));

export const without = (row: Row, names: Set<string>): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.has(name)));

/** Returns custom fields that are read-only in the class. Clients send them back, and they are ignored. */
export const readOnlyIn = (shape: Entity): Set<string> =>
  new Set(shape.fields.filter((field) => field.custom && field.readOnly).map((field) => field.name));

/** Returns empty free columns that the class does not use. Clients send them back, and they are ignored. */
export const unusedEmpty = (sent: Row, entity: Entity, shape: Entity): Set<string> =>
  new Set(
    Object.keys(sent).filter((name) => {
      const empty = sent[name] === null || sent[name] === undefined || sent[name] === '';
      return empty && entity.field(name)?.custom && !shape.field(name);
    }),
  );

/** Removes read-only and joined fields, which clients send back. Unknown fields stay, and are refused later. */
export function clean(sent: Row, entity: Entity): Row {
  return Object.fromEntries(
    Object.entries(sent).filter(([name]) => {
      const field = entity.field(name);
      if (!field) return !(entity.customFields && name === 'campi');
      return !(field.readOnly || field.virtual);
    }),
  );
}

/**
 * Normalises a value: trims a single-line text, and converts any form of a flag. An empty text where a number, a date
 * or a reference belongs is no value, as a form sends it.
 */
function meaning(field: Field, value: unknown, row: Row): unknown {
  if (value === '' && !KINDS[field.kind].lines) return null;
  const kind = field.kindBy?.kinds[String(row[field.kindBy.property])] ?? field.kind;
  const flag = KINDS[kind].yesNo ? flagOf(value) : undefined;
  if (flag !== undefined) return KINDS[field.kind].yesNo ? flag : String(flag);
  return typeof value === 'string' && isTrimmed(field) ? trimmed(value) : value;
}

/** Normalises the input. Values equal to the stored ones do not change, so that old rows keep their blanks. */
export function meant(sent: Row, entity: Entity, before: Row = {}): Row {
  const merged = { ...before, ...sent };
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const field = entity.field(name);
      return [name, !field || value === before[name] ? value : meaning(field, value, merged)];
    }),
  );
}

/** Converts timestamps without an offset from the plant's zone, and dates to their beginning. All become UTC. */
export const inPlantTime = (sent: Row, entity: Entity, setting: SettingOf): Row =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const field = entity.field(name);
      if (!field || !isTimestamp(field.kind) || typeof value !== 'string') return [name, value];
      const text = isDate(value) ? `${value}T00:00:00` : value;
      if (!isInstant(text) || !isOfClocks(text)) return [name, value];
      return [name, inUtc(text.replace(' ', 'T'), setting)];
    }),
  );

/** Resets fields whose condition is not met. */
export const settled = (entity: Entity, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const field = entity.field(name);
      return [name, !field || inForce(field, row) ? value : (field.default ?? null)];
    }),
  );

/** Returns the default from the field's setting, or the field's own. */
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
  const defined = Object.entries(sent).filter(([, value]) => value !== undefined);
  return settled(entity, { ...Object.fromEntries(defaults), ...Object.fromEntries(defined) });
}
