/** Formats values for the printed report, in the reader's language and the plant's time zone. */
import type { SettingOf } from '../../../../schemas/access.ts';
import { freeKindOf } from '../../../../schemas/custom-fields.ts';
import { dateText } from '../../../../schemas/date-texts.ts';
import { type Entity, type Language, LOCALES } from '../../../../schemas/entity.ts';
import { isCalendar, isCounted, isTimestamp, KINDS } from '../../../../schemas/kinds.ts';
import { yesNo } from '../../../../schemas/language.ts';
import { fieldTimestampText, instantText } from '../../../plant/plant-time.ts';

export class Texts {
  private readonly numbers: Intl.NumberFormat;
  private readonly euros: Intl.NumberFormat;

  constructor(
    private readonly language: Language,
    private readonly setting: SettingOf,
    /** The entity of the fields in `at`. */
    private readonly entity: Entity,
  ) {
    const locale = LOCALES[language];
    this.numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
    this.euros = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  }

  moment(value: unknown): string {
    return value ? instantText(String(value), this.setting) : '';
  }

  /** Formats a date field, with the time if the plant shows it. */
  at(name: string, value: unknown): string {
    return value ? fieldTimestampText(this.entity.property(name), String(value), this.setting) : '';
  }

  /** Formats 'YYYY-MM-DD': a date has no time zone. */
  day(value: unknown): string {
    return value ? dateText(String(value)) : '';
  }

  number(value: unknown): string {
    return typeof value === 'number' ? this.numbers.format(value) : '';
  }

  money(value: unknown): string {
    return typeof value === 'number' ? this.euros.format(value) : '';
  }

  flag(value: unknown): string {
    return value === null || value === undefined ? '' : yesNo(value, this.language);
  }

  /** Formats a custom field by its column: campo_date1, campo_boolean2. */
  custom(column: string, value: unknown): string {
    const kind = freeKindOf(column);
    if (kind && isTimestamp(kind)) return this.moment(value);
    if (kind && isCalendar(kind)) return this.day(value);
    if (kind && KINDS[kind].yesNo) return this.flag(value);
    if (kind && isCounted(kind)) return this.number(value);
    return String(value ?? '');
  }
}
