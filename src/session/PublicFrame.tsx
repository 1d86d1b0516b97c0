import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../dataProvider/http.ts';
import { language } from '../../i18n/language.ts';
import { Mark } from '../theme/Mark.tsx';
import { useWords } from '../words/Words.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';
import './session.css';

/** The frame of all public pages: logo, language, theme. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { t } = useWords();
  useEffect(() => {
    document.title = 'Officina';
    call<{ codice: string }>('/lingua/default').then(
      ({ data }) => language.prefer(data.codice),
      () => undefined,
    );
  }, []);
  return (
    <div className="public">
      <header className="public-bar">
        <LanguageChoice />
        <ModeSwitch />
      </header>
      <main className="public-main">
        <div className="public-brand">
          <CustomerLogo />
          <div>
            <p className="public-name">Officina</p>
            <p className="public-claim">{t('officina.claim')}</p>
          </div>
        </div>
        <section className="public-card">{children}</section>
      </main>
    </div>
  );
}

interface Logo {
  contenuto: string | null;
  content_type?: string;
}

/** The customer's logo if there is one, or else the product's. */
function CustomerLogo() {
  const [logo, setLogo] = useState<Logo>();
  useEffect(() => {
    call<Logo | null>('/info/logo-cliente/').then(
      ({ data }) => data?.contenuto && setLogo(data),
      () => undefined,
    );
  }, []);
  if (!logo) return <Mark size={44} />;
  return (
    <img
      className="public-logo"
      alt=""
      src={`data:${logo.content_type ?? 'image/png'};base64,${logo.contenuto}`}
    />
  );
}
