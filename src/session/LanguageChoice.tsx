import { language } from '../../i18n/language.ts';
import { LANGUAGES } from '../../schemas/entity.ts';
import { useChosenLanguage, useWords } from '../words/Words.tsx';
import { Flag } from './Flag.tsx';
import './controls.css';

/** Buttons with one flag per language. The page changes at once. */
export function LanguageChoice() {
  const { t } = useWords();
  const chosen = useChosenLanguage();
  return (
    <fieldset className="flags">
      <legend className="visually-hidden">{t('officina.user.language')}</legend>
      {LANGUAGES.map((one) => (
        <button
          key={one}
          type="button"
          className="flag"
          aria-pressed={one === chosen}
          lang={one}
          title={t(`officina.languages.${one}`)}
          aria-label={t(`officina.languages.${one}`)}
          onClick={() => language.choose(one)}
        >
          <Flag language={one} />
        </button>
      ))}
    </fieldset>
  );
}
