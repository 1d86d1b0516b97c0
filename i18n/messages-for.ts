/** All texts of the application in one language: react-admin's, the interface's, the schemas'. */
import english from 'ra-language-english';
import italian from 'ra-language-italian';
import type { Entity, Language } from '../schemas/entity.ts';
import { type Messages, merge } from './messages.ts';
import { englishOverlay } from './react-admin-english.ts';
import { italianOverlay } from './react-admin-italian.ts';

const REACT_ADMIN: Record<Language, Messages> = {
  it: merge(italian as Messages, italianOverlay),
  en: merge(english as unknown as Messages, englishOverlay),
};

export const reactAdminMessages = (language: Language): Messages => REACT_ADMIN[language];

const labelsOf = (entity: Entity, language: Language): Messages => ({
  name: `${entity.title[language]} |||| ${entity.titles[language]}`,
  fields: Object.fromEntries(entity.fields.map((field) => [field.name, field.title[language]])),
});

/** Returns the labels that react-admin reads from resources.<resource>.name and .fields.<source>. */
export const schemaMessages = (language: Language, entities: Entity[]): Messages => ({
  resources: Object.fromEntries(entities.map((entity) => [entity.resource, labelsOf(entity, language)])),
});

export const messagesFor = (language: Language, entities: Entity[], words: Messages): Messages =>
  merge(REACT_ADMIN[language], schemaMessages(language, entities), words);
