/** Visible faults of a screen: raw keys, the other language, content wider than the window, violations of axe. */
import type { Page } from 'playwright-core';
import type { Language } from '../../../schemas/entity.ts';
import { violations } from '../browser/axe.ts';

/** Addresses of the demo plant end in officina.example. */
const RAW_KEY = /\b(?!officina\.example)(officina|ra|resources|menu|validation)\.[a-z_]+[\w.]*|%\{/;

/** Words that exist in one language only; on a screen of the other they are a fault. */
const FOREIGN: Record<Language, RegExp> = {
  it: /^(Save|Delete|Cancel|Search|Add|Required|Description|Settings|Columns|Filters)\s*\*?$/m,
  en: /^(Salva|Elimina|Annulla|Cerca|Aggiungi|Obbligatorio|Codice|Colonne|Filtri)\s*\*?$/m,
};

/** `axe`: false if the same screen has been checked in this theme and size. */
export async function faultsOf(page: Page, language: Language, axe = true): Promise<string[]> {
  const text = await page.evaluate(
    () =>
      `${document.title}\n${document.body.innerText}\n${[
        ...document.querySelectorAll('[aria-label], [placeholder], [title]'),
      ]
        .map(
          (one) =>
            `${one.getAttribute('aria-label')} ${one.getAttribute('placeholder')} ${one.getAttribute('title')}`,
        )
        .join('\n')}`,
  );
  const key = RAW_KEY.exec(text)?.[0];
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const visibleText = await page.evaluate(() =>
    [...document.querySelectorAll('button, label, th')].map((one) => one.textContent).join('\n'),
  );
  const foreign = FOREIGN[language].exec(visibleText)?.[0];
  return [
    ...(key ? [`a raw key: ${key}`] : []),
    ...(foreign ? [`a word of the other language: ${foreign}`] : []),
    ...(overflow > 0 ? [`wider than the screen by ${overflow}px`] : []),
    ...(axe ? await violations(page) : []),
  ];
}
