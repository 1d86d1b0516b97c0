/** The table of all settings in the manual: by area, with their initial value. */
import { choicesOf } from '../../../../schemas/catalogue.ts';
import type { Entity } from '../../../../schemas/entity.ts';
import { type Language, saidIn, translated } from '../../../../schemas/language.ts';
import type { RowOf } from '../../../../schemas/types.ts';
import { EDITIONS } from './editions.ts';

/** This setting is left out: the server writes it at each start. */
const OWN_VERSION = 'Versione';

/** A setting of the seed. */
type Setting = Pick<
  RowOf<'parametro'>,
  'area' | 'codice' | 'descrizione' | 'tipo' | 'traduzioni' | 'valore' | 'valori_previsti'
>;

const optionsOf = ({ valori_previsti }: Setting, language: Language): { codice: string; name: string }[] =>
  (valori_previsti ?? []).map(({ codice, valore, en }) => ({
    codice,
    name: translated({ en }, language, valore),
  }));

function initialValue(setting: Setting, language: Language): string {
  const { codice, tipo, valore } = setting;
  const { yes, no, empty } = EDITIONS[language].settings;
  if (codice === OWN_VERSION) return '–';
  if (tipo === 'B') return valore === '1' ? yes : no;
  if (valore === '') return empty;
  return optionsOf(setting, language).find(({ codice }) => codice === valore)?.name ?? String(valore);
}

function descriptionOf(setting: Setting, language: Language): string {
  const { tipo, descrizione, traduzioni } = setting;
  const description = saidIn(traduzioni, language) ?? String(descrizione);
  const choices = tipo === 'B' ? [] : optionsOf(setting, language).map(({ name }) => name);
  if (choices.length === 0) return description;
  return `${description} ${EDITIONS[language].settings.values}: ${choices.join('; ')}.`;
}

export interface MadeTable {
  head: string[];
  rows: string[][];
}

export function settingsTable(settings: Setting[], entity: Entity, language: Language): MadeTable {
  const areas = choicesOf(entity.property('area')).map(({ value, title }) => ({
    value,
    title: title[language],
  }));
  const rows = areas.flatMap(({ value, title }) =>
    settings
      .filter(({ area }) => area === value)
      .map((setting) => [
        title,
        String(setting.codice),
        initialValue(setting, language),
        descriptionOf(setting, language),
      ]),
  );
  return { head: EDITIONS[language].settings.head, rows };
}
