/** The language of mails to people who did not ask for them: nobody knows in which language they read. */
import type { SettingOf } from '../../../schemas/access.ts';
import type { Language } from '../../../schemas/entity.ts';

export const mailLanguage = (setting: SettingOf): Language => (setting('MailLingua') === 'en' ? 'en' : 'it');
