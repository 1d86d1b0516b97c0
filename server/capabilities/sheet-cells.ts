/** The cells of exported sheets: names instead of ids, titles instead of codes, times in the plant's zone. */

import type { SettingOf } from '../../schemas/access.ts';
import { showsHour } from '../../schemas/date-texts.ts';
import type { Field, Kind, Language, Row } from '../../schemas/entity.ts';
import { hasCents } from '../../schemas/kinds.ts';
import { yesNo } from '../../schemas/language.ts';
import { isRow, textOf } from '../../schemas/values.ts';
import { localTime } from '../plant/plant-time.ts';
import type { StyleName } from '../sheets/styles.ts';
import type { Value } from '../sheets/workbook-writer.ts';

/** Returns a column that belongs to no entity's field. */
export const sheetColumn = (name: string, kind: Kind, it: string, en: string): Field => ({
  name,
  kind,
  title: { it, en },
  required: false,
  readOnly: true,
  virtual: true,
  locked: undefined,
  unique: false,
  hidden: false,
  query: '',
});

interface Reader {
  language: Language;
  setting: SettingOf;
}

type ToValue = (value: unknown, field: Field, row: Row, reader: Reader) => Value;

const isNothing = (value: unknown): value is null | undefined => value === null || value === undefined;
const asText: ToValue = (value) => (isNothing(value) ? undefined : String(value));
const asNumber: ToValue = (value) => (isNothing(value) ? undefined : Number(value));
const asJson: ToValue = (value) => (value ? JSON.stringify(value) : undefined);

/** Returns a file's name, which lists carry in `campi`; see presentCustomFields. */
const fileName: ToValue = (_value, field, row) => {
  const campi: unknown[] = Array.isArray(row.campi) ? row.campi : [];
  const entry = campi.find((one) => isRow(one) && one.campo_tabella === field.name);
  return isRow(entry) ? textOf(entry.valore) : undefined;
};

const VALUES: Record<Kind, ToValue> = {
  text: asText,
  note: asText,
  email: asText,
  uri: asText,
  phone: asText,
  icon: asText,
  colour: asText,
  column: asText,
  integer: asNumber,
  file: fileName,
  decimal: asNumber,
  money: asNumber,
  quantity: asNumber,
  flag: (value, field, _row, { language }) =>
    isNothing(value) && field.custom ? undefined : yesNo(value, language),
  choice: (value, field, row, reader) =>
    field.choices?.find((choice) => choice.value === value)?.title[reader.language] ??
    asText(value, field, row, reader),
  date: (value) => (value ? { day: String(value) } : undefined),
  instant(value, field, _row, { setting }) {
    if (!value) return undefined;
    const local = localTime(String(value), setting);
    return { day: showsHour(field, setting) ? local : local.slice(0, 10) };
  },
  reference: (value, field, row, reader) =>
    asText(row[field.reference?.text ?? ''] ?? value, field, row, reader),
  translations: (value, _field, _row, { language }) => (isRow(value) ? textOf(value[language]) : undefined),
  options: asJson,
};

export const sheetValue = (field: Field, row: Row, reader: Reader): Value =>
  VALUES[field.kind](row[field.name], field, row, reader);

export const styleOf = ({ kind }: Field): StyleName | undefined => (hasCents(kind) ? 'amount' : undefined);
