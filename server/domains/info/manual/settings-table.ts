/** Every setting of the product, as the manual lists them: by area, with what it is at first. */
import { choicesOf } from '../../../../schemas/catalogue.ts';
import type { Entity } from '../../../../schemas/entity.ts';
import { type Language, saidIn, translated } from '../../../../schemas/language.ts';
import type { RowOf } from '../../../../schemas/types.ts';
import { EDITIONS } from './editions.ts';

/** It is written at each start, whatever the seed says. */
const OWN_VERSION = 'Versione';

/** As the seed has it. */
type Setting = Pick<
  RowOf<'parametro'>,
  'area' | 'codice' | 'descrizione' | 'tipo' | 'traduzioni' | 'valore' | 'valori_previsti'
>;

const optionsOf = ({ valori_previsti }: Setting, language: Language): { codice: string; name: string }[] =>
  (valori_previsti ?? []).map(({ codice, valore, en }) => ({
    codice,
    name: translated({ en }, language, valore),
  }));

function initially(setting: Setting, language: Language): string {
  const { codice, tipo, valore } = setting;
  const { yes, no, empty } = EDITIONS[language].settings;
  if (codice === OWN_VERSION) return '–';
  if (tipo === 'B') return valore === '1' ? yes : no;
  if (valore === '') return empty;
  return optionsOf(setting, language).find(({ codice }) => codice === valore)?.name ?? String(valore);
}

function said(setting: Setting, language: Language): string {
  const { tipo, descrizione, traduzioni } = setting;
  const about = saidIn(traduzioni, language) ?? String(descrizione);
  const choices = tipo === 'B' ? [] : optionsOf(setting, language).map(({ name }) => name);
  if (choices.length === 0) return about;
  return `${about} ${EDITIONS[language].settings.values}: ${choices.join('; ')}.`;
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
        initially(setting, language),
        said(setting, language),
      ]),
  );
  return { head: EDITIONS[language].settings.head, rows };
}
