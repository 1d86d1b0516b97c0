/** Every setting of the product, as the manual lists them: by area, with what it is at first. */
import type { Entity, Row } from '../../../../schemas/entity.ts';

interface Option {
  codice: string;
  valore: string;
}

const HEAD = ['Area', 'Parametro', "All'inizio", 'Che cosa fa'];

/** It is written at each start, whatever the seed says. */
const OWN_VERSION = 'Versione';

function initially({ codice, tipo, valore, valori_previsti }: Row): string {
  if (codice === OWN_VERSION) return '–';
  if (tipo === 'B') return valore === '1' ? 'Sì' : 'No';
  if (valore === '') return 'vuoto';
  const option = (valori_previsti as Option[]).find(({ codice }) => codice === valore);
  return option?.valore ?? String(valore);
}

function said({ tipo, descrizione, valori_previsti }: Row): string {
  if (tipo === 'B') return String(descrizione);
  const choices = (valori_previsti as Option[]).map(({ valore }) => valore);
  return choices.length > 0 ? `${descrizione} Valori: ${choices.join('; ')}.` : String(descrizione);
}

export function settingsTable(settings: Row[], entity: Entity): { head: string[]; rows: string[][] } {
  const areas = entity.field('area')!.choices!.map(({ value, title }) => ({ value, title: title.it }));
  const rows = areas.flatMap(({ value, title }) =>
    settings
      .filter(({ area }) => area === value)
      .map((setting) => [title, String(setting.codice), initially(setting), said(setting)]),
  );
  return { head: HEAD, rows };
}
