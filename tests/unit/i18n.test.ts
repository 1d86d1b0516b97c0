import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import english from '../../i18n/en.json' with { type: 'json' };
import italian from '../../i18n/it.json' with { type: 'json' };
import { fill, flatten, lookUp, type Messages, merge, translator } from '../../i18n/messages.ts';
import { messagesFor, reactAdminMessages, schemaMessages } from '../../i18n/messages-for.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';

const { entities, acts } = readSchemas();

const placeholders = (text: string): string[] => [...new Set(text.match(/%\{\w+\}/g) ?? [])].sort();

/** Returns keys that one tree lacks, and texts whose %{names} differ. */
function differences(one: Messages, other: Messages): string[] {
  const here = new Map(flatten(one));
  const there = new Map(flatten(other));
  const missing = [...here.keys()].filter((key) => !there.has(key)).map((key) => `only here: ${key}`);
  const extra = [...there.keys()].filter((key) => !here.has(key)).map((key) => `only there: ${key}`);
  const filled = [...here]
    .filter(([key, text]) => {
      const same = there.get(key);
      return same !== undefined && placeholders(text).join() !== placeholders(same).join();
    })
    .map(([key]) => `placeholders: ${key}`);
  return [...missing, ...extra, ...filled];
}

/** Texts of ra-language-italian that react-admin no longer uses. */
const FORGOTTEN = ['ra.password.toggle_visible', 'ra.password.toggle_hidden', 'ra.navigation.prev'];

describe('the texts of the interface', () => {
  it('are the same in Italian and English, with the same placeholders [language-choices]', () => {
    expect(differences(italian, english)).toEqual([]);
  });

  it("include all of react-admin's, with the same placeholders", () => {
    const found = differences(reactAdminMessages('en'), reactAdminMessages('it'));
    expect(found.filter((line) => !FORGOTTEN.includes(line.replace('only there: ', '')))).toEqual([]);
  });

  it('are never empty', () => {
    for (const tree of [italian, english])
      expect(flatten(tree).filter(([, text]) => !text.trim())).toEqual([]);
  });

  it('say nothing in English that was meant in Italian', () => {
    const italianTexts = new Map(flatten(reactAdminMessages('it')));
    const same = flatten(reactAdminMessages('en')).filter(
      ([key, text]) => text === italianTexts.get(key) && /[a-z]{4}/.test(text.replaceAll(/%\{\w+\}/g, '')),
    );
    expect(same).toEqual([['ra.auth.password', 'Password']]);
  });

  it('quote the messages of the product as they are written [recover-mail-required] [toast-titles] [link-no-user] [activation-expired]', () => {
    const quoted: Record<string, string> = {
      'officina.validation.required': 'Questo campo è obbligatorio',
      'officina.validation.passwordMismatch':
        'La Password e la Conferma password devono avere lo stesso valore',
      'officina.validation.mailMissing': "L'indirizzo E-Mail deve essere valorizzato.",
      'officina.error.http': 'Si è verificato un errore. Riprovare più tardi.',
      'officina.error.page': 'Si è verificato un errore. Riprova più tardi',
      'officina.error.userUnknown': 'Utente non riconosciuto',
      'officina.session.replaced':
        "È stata attivata una nuova sessione per il tuo utente. L'attuale sessione non è più valida",
      'officina.activate.expired':
        "Il link seguito è scaduto. Contattare l'amministratore di sistema per attivare nuovamente l'account.",
      'officina.reset.expired': 'Il link seguito è scaduto. Richiedere un altro reset della password.',
      'officina.toast.title.warning': 'Attenzione',
      'officina.toast.title.info': 'Info',
    };
    for (const [key, text] of Object.entries(quoted)) expect(lookUp(italian, key), key).toBe(text);
  });
});

describe('the texts of the schemas', () => {
  it('name every entity and every field in both languages', () => {
    for (const language of ['it', 'en'] as const) {
      const texts = flatten(schemaMessages(language, entities));
      expect(texts.filter(([, text]) => !text.trim() || text.includes('undefined'))).toEqual([]);
    }
    expect(differences(schemaMessages('it', entities), schemaMessages('en', entities))).toEqual([]);
  });

  it('find the texts that schemas point to (x-help, x-ask)', () => {
    const keys = [
      ...entities.flatMap(({ help, ask }) => [...Object.values(help), ...Object.values(ask)]),
      ...acts.flatMap(({ ask }) => ask ?? []),
    ];
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => lookUp(italian, key) === undefined)).toEqual([]);
  });

  it('are merged with those of the interface and of react-admin', () => {
    const messages = messagesFor('it', entities, italian);
    expect(lookUp(messages, 'resources.organizzazione.name')).toBe('Organizzazione |||| Organizzazioni');
    expect(lookUp(messages, 'resources.organizzazione.fields.codice')).toBe('Codice');
    expect(lookUp(messages, 'ra.action.delete')).toBe('Elimina');
    expect(lookUp(messages, 'officina.menu.home')).toBe('Home');
  });
});

describe('trees of messages', () => {
  it('are merged, later texts win, and the sources do not change', () => {
    const first = { a: { b: 'one', c: 'two' } };
    expect(merge(first, { a: { b: 'other' } })).toEqual({ a: { b: 'other', c: 'two' } });
    expect(first.a.b).toBe('one');
  });

  it('fill in names, and answer the key of a text that is not there', () => {
    expect(fill('Da %{first} a %{last}', { first: 1, last: 30 })).toBe('Da 1 a 30');
    const t = translator({ a: { b: 'Ciao %{name}' } });
    expect(t('a.b', { name: 'Anna' })).toBe('Ciao Anna');
    expect(t('a.c')).toBe('a.c');
  });
});

/** A key that is used in code but missing in the files would appear on the screen. */
describe('the keys that the code names', () => {
  const folders = ['src', 'resources'];
  const files = import.meta.glob<string>(['../../src/**/*.{ts,tsx}', '../../resources/**/*.{ts,tsx}'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  it(`exist (${folders.join(', ')})`, () => {
    expect(Object.keys(files).length).toBeGreaterThan(30);
    const keys = new Set(flatten(italian).map(([key]) => key));
    const missing = Object.entries(files).flatMap(([file, text]) =>
      [...text.matchAll(/'(officina(?:\.\w+)+)'/g)]
        .map((match) => match[1]!)
        .filter((key) => !keys.has(key))
        .map((key) => `${file}: ${key}`),
    );
    expect(missing).toEqual([]);
  });
});

it('the locale files are plain JSON trees of texts', () => {
  for (const language of ['it', 'en']) {
    const file = new URL(`../../i18n/${language}.json`, import.meta.url);
    expect(() => JSON.parse(readFileSync(file, 'utf8'))).not.toThrow();
  }
});
