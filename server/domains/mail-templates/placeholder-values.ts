/** The values of a mail's placeholders for an intervention, in the plant's time zone and the language of mails. */

import type { SettingOf } from '../../../schemas/access.ts';
import { choiceOf, having } from '../../../schemas/catalogue.ts';
import { ALL_CLASSES } from '../../../schemas/custom-fields.ts';
import { dateText } from '../../../schemas/date-texts.ts';
import { displayOf, type Entity, type Language, LOCALES, type Row } from '../../../schemas/entity.ts';
import { isCalendar, isCounted, isTimestamp, KINDS } from '../../../schemas/kinds.ts';
import { saidIn, yesNo } from '../../../schemas/language.ts';
import { looksLikeDay } from '../../../schemas/timestamps.ts';
import type { Queryable } from '../../database/engine.ts';
import { instantText, localTime } from '../../plant/plant-time.ts';
import { changedRows, mailLanguage } from '../outbox/index.ts';
import type { MailDependencies } from './mail-dependencies.ts';
import { type Person, peopleSql } from './recipients.ts';

/** Formats a date, or the date of an instant in the plant's time zone. */
const dayText = (value: string, setting: SettingOf): string =>
  dateText(looksLikeDay(value) || Number.isNaN(Date.parse(value)) ? value : localTime(value, setting));

/** Formats the planned time, with the hour if the plant plans by hours. */
export const plannedText = (value: string, setting: SettingOf): string =>
  setting('OdlConTimestamp') === '1' ? instantText(value, setting) : dayText(value, setting);

/** Formats the value of a custom field by its kind. A file has no text. */
function customText(entity: Entity, name: string, value: unknown, { language, setting }: Format): string {
  if (value === null || value === undefined) return '';
  const { kind } = entity.property(name);
  if (KINDS[kind].yesNo) return yesNo(value, language);
  if (isCounted(kind)) return new Intl.NumberFormat(LOCALES[language]).format(Number(value));
  if (isTimestamp(kind)) return instantText(String(value), setting);
  if (isCalendar(kind)) return dayText(String(value), setting);
  return KINDS[kind].uploaded ? '' : String(value);
}

interface Format {
  language: Language;
  setting: SettingOf;
}

/** An intervention with the rows it refers to. */
export interface Subject {
  odl: Row;
  oggetto: Row;
  tipo: Row;
  organizzazione: Row;
  reparto: Row;
  classe: Row;
  /** The possible recipients of a mail about the intervention. */
  people: Person[];
}

const subjectsSql = (dependencies: MailDependencies, from: string, columns = ''): string => `
  select ${columns} to_jsonb(t) as odl, to_jsonb(a) as oggetto, to_jsonb(k) as tipo, to_jsonb(g) as organizzazione,
    to_jsonb(d) as reparto, to_jsonb(l) as classe, (${peopleSql(dependencies, 't')}) as people
  from ${from} join oggetto a on a.id = t.id_oggetto join odl_tipoguasto k on k.id = t.id_tipo_guasto
  join organizzazione g on g.id = a.id_organizzazione join reparto d on d.id = a.id_reparto
  join classe l on l.id = a.id_classe`;

/** Returns an intervention as it is now. */
export const subjectOf = async (
  queryable: Queryable,
  dependencies: MailDependencies,
  id: number,
): Promise<Subject | undefined> =>
  (await queryable.query<Subject>(`${subjectsSql(dependencies, 'odl t')} where t.id = $1`, [id])).rows[0];

export interface ChangedSubject extends Subject {
  /** The id of the change. */
  change: string;
}

/** Returns interventions as they were after these changes. Rows that they refer to, and users, are as they are now. */
export const subjectsOf = async (
  queryable: Queryable,
  dependencies: MailDependencies,
  changes: string[],
): Promise<ChangedSubject[]> =>
  (
    await queryable.query<ChangedSubject>(
      `${subjectsSql(dependencies, changedRows('odl'), 'c.id::text as change,')} where c.id = any($1::bigint[]) order by c.id`,
      [changes],
    )
  ).rows;

/** Returns the display name, translated if there is a translation. */
const displayName = (entity: Entity, row: Row, language: Language): string => {
  const translated = saidIn(row.traduzioni, language);
  return displayOf(entity, translated ? { ...row, descrizione: translated } : row);
};

export type PlaceholderValue = (name: string) => string | undefined;

const ASSET_FIELD = /^obj_(campo_\w+)$/;

/**
 * Returns the columns that the record's class defines. Other columns may have values that a previous class left.
 */
function namesIn({ definitionsOf }: MailDependencies, entity: Entity, row: Row): Set<string> {
  const classId = row[having(entity, 'customFields').customFields.class];
  return new Set(
    definitionsOf(entity)
      .filter(({ id_classe: of, visibile }) => visibile === 1 && (of === ALL_CLASSES || of === classId))
      .map(({ campo_tabella }) => campo_tabella),
  );
}

/** Returns the values by name. Without a subject all values are empty. */
export function valuesOf(
  dependencies: MailDependencies,
  subject: Subject | undefined,
  setting: SettingOf,
): PlaceholderValue {
  const language = mailLanguage(setting);
  const { byResource } = dependencies.schemas;
  const [intervention, asset] = [byResource.entity('odl'), byResource.entity('oggetto')];
  const name = (resource: string, row: Row) => displayName(byResource.entity(resource), row, language);
  const { odl, oggetto, tipo, organizzazione, reparto, classe }: Partial<Subject> = subject ?? {};
  const timestamp = (value: unknown): string => (value ? instantText(String(value), setting) : '');
  const planned = (value: unknown): string => (value ? plannedText(String(value), setting) : '');
  const priority = choiceOf(intervention.property('priorita'), odl?.priorita);

  const fixedValues: Record<string, () => string> = {
    urlPiattaforma: () => dependencies.address(setting).replace(/\/+$/, ''),
    idOdl: () => String(odl?.id ?? ''),
    codiceOdl: () => String(odl?.codice ?? ''),
    odl: () => String(odl?.descrizione ?? ''),
    tipo_intervento: () => (tipo ? name('odl/tipoGuasto', tipo) : ''),
    dataPrevistaOdl: () => planned(odl?.data_ordine),
    dataInserimentoOdl: () => timestamp(odl?.data_ins),
    prioritaOdl: () => priority?.title[language] ?? '',
    oggetto: () => (oggetto ? name('oggetto', oggetto) : ''),
    organizzazione: () => (organizzazione ? name('organizzazione', organizzazione) : ''),
    reparto: () => (reparto ? name('reparto', reparto) : ''),
    classeOggetto: () => (classe ? name('classe', classe) : ''),
  };
  const customValue = (entity: Entity, row: Row | undefined, column: string): string | undefined => {
    if (!entity.field(column)?.custom) return undefined;
    if (!row || !namesIn(dependencies, entity, row).has(column)) return '';
    return customText(entity, column, row[column], { language, setting });
  };
  return (placeholder) => {
    const fixedValue = Object.hasOwn(fixedValues, placeholder) ? fixedValues[placeholder] : undefined;
    if (fixedValue) return fixedValue();
    const assetField = ASSET_FIELD.exec(placeholder)?.[1];
    return assetField ? customValue(asset, oggetto, assetField) : customValue(intervention, odl, placeholder);
  };
}
