/** What the placeholders of a mail are worth for an intervention, in the plant's time and the language of its mails. */

import type { SettingOf } from '../../../schemas/access.ts';
import { choicesOf, having } from '../../../schemas/catalogue.ts';
import { ALL_CLASSES } from '../../../schemas/custom-fields.ts';
import { displayOf, type Entity, type Language, LOCALES, type Row } from '../../../schemas/entity.ts';
import { saidIn } from '../../../schemas/language.ts';
import { shownDay } from '../../../schemas/shown-dates.ts';
import type { Queryable } from '../../database/engine.ts';
import { localTime, momentText } from '../../http/plant-time.ts';
import type { MailGround } from './ground.ts';
import { type Person, peopleAround } from './recipients.ts';

export const mailLanguage = (setting: SettingOf): Language => (setting('MailLingua') === 'en' ? 'en' : 'it');

const DAY_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/** A day by itself, or that of a moment in the plant. */
const dayText = (value: string, setting: SettingOf): string =>
  shownDay(DAY_ONLY.test(value) || Number.isNaN(Date.parse(value)) ? value : localTime(value, setting));

/** When an intervention is planned for: with its hour where the plant plans by hours. */
export const plannedText = (value: string, setting: SettingOf): string =>
  setting('OdlConTimestamp') === '1' ? momentText(value, setting) : dayText(value, setting);

/** A custom field's value, as its kind is written; a file has no words. */
function customText(entity: Entity, name: string, value: unknown, { language, setting }: Told): string {
  if (value === null || value === undefined) return '';
  switch (entity.property(name).kind) {
    case 'flag':
      return value === 1 ? { it: 'Sì', en: 'Yes' }[language] : 'No';
    case 'integer':
    case 'decimal':
      return new Intl.NumberFormat(LOCALES[language]).format(Number(value));
    case 'date':
      return dayText(String(value), setting);
    case 'instant':
      return momentText(String(value), setting);
    case 'file':
      return '';
    default:
      return String(value);
  }
}

interface Told {
  language: Language;
  setting: SettingOf;
}

/** The intervention with what it points to, each row as it is. */
export interface Subject {
  odl: Row;
  oggetto: Row;
  tipo: Row;
  organizzazione: Row;
  reparto: Row;
  classe: Row;
  /** Whom a mail about it may go to. */
  people: Person[];
}

const readSql = (ground: MailGround): string => `
  select to_jsonb(o) as odl, to_jsonb(a) as oggetto, to_jsonb(t) as tipo, to_jsonb(g) as organizzazione,
    to_jsonb(d) as reparto, to_jsonb(c) as classe, (${peopleAround(ground)}) as people
  from odl o join oggetto a on a.id = o.id_oggetto join odl_tipoguasto t on t.id = o.id_tipo_guasto
  join organizzazione g on g.id = a.id_organizzazione join reparto d on d.id = a.id_reparto
  join classe c on c.id = a.id_classe
  where o.id = any($1::int[]) order by o.id`;

export const subjectsOf = async (
  queryable: Queryable,
  ground: MailGround,
  ids: number[],
): Promise<Subject[]> => (await queryable.query<Subject>(readSql(ground), [ids])).rows;

/** Its name in a language, where it has translations. */
const named = (entity: Entity, row: Row, language: Language): string => {
  const translated = saidIn(row.traduzioni, language);
  return displayOf(entity, translated ? { ...row, descrizione: translated } : row);
};

export type Worth = (name: string) => string | undefined;

const ASSET_FIELD = /^obj_(campo_\w+)$/;

/** The columns that the class of a record names; what lies in others is not the record's. */
function namesIn({ definitionsOf }: MailGround, entity: Entity, row: Row): Set<string> {
  const classId = row[having(entity, 'customFields').customFields.class];
  return new Set(
    definitionsOf(entity)
      .filter(({ id_classe: of, visibile }) => visibile === 1 && (of === ALL_CLASSES || of === classId))
      .map(({ campo_tabella }) => campo_tabella),
  );
}

/** Without a subject every name that means something is empty. */
export function valuesOf(ground: MailGround, subject: Subject | undefined, setting: SettingOf): Worth {
  const language = mailLanguage(setting);
  const { byResource } = ground.schemas;
  const [work, asset] = [byResource.entity('odl'), byResource.entity('oggetto')];
  const name = (resource: string, row: Row) => named(byResource.entity(resource), row, language);
  const { odl, oggetto, tipo, organizzazione, reparto, classe }: Partial<Subject> = subject ?? {};
  const moment = (value: unknown): string => (value ? momentText(String(value), setting) : '');
  const planned = (value: unknown): string => (value ? plannedText(String(value), setting) : '');
  const priority = choicesOf(work.property('priorita')).find(({ value }) => value === odl?.priorita);

  const plain: Record<string, () => string> = {
    urlPiattaforma: () => ground.address(setting).replace(/\/+$/, ''),
    idOdl: () => String(odl?.id ?? ''),
    codiceOdl: () => String(odl?.codice ?? ''),
    odl: () => String(odl?.descrizione ?? ''),
    tipo_intervento: () => (tipo ? name('odl/tipoGuasto', tipo) : ''),
    dataPrevistaOdl: () => planned(odl?.data_ordine),
    dataInserimentoOdl: () => moment(odl?.data_ins),
    prioritaOdl: () => priority?.title[language] ?? '',
    oggetto: () => (oggetto ? name('oggetto', oggetto) : ''),
    organizzazione: () => (organizzazione ? name('organizzazione', organizzazione) : ''),
    reparto: () => (reparto ? name('reparto', reparto) : ''),
    classeOggetto: () => (classe ? name('classe', classe) : ''),
  };
  const custom = (entity: Entity, row: Row | undefined, column: string): string | undefined => {
    if (!entity.field(column)?.custom) return undefined;
    if (!row || !namesIn(ground, entity, row).has(column)) return '';
    return customText(entity, column, row[column], { language, setting });
  };
  return (wanted) => {
    const own = Object.hasOwn(plain, wanted) ? plain[wanted] : undefined;
    if (own) return own();
    const ofAsset = ASSET_FIELD.exec(wanted)?.[1];
    return ofAsset ? custom(asset, oggetto, ofAsset) : custom(work, odl, wanted);
  };
}
