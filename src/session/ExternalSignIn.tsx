/** The sign-in button of the company's identity provider, if one is configured. */
import { useEffect, useState } from 'react';
import { call } from '../../dataProvider/http.ts';
import { useWords } from '../words/Words.tsx';
import { rememberOrigin } from './origin.ts';
import { place } from './page-address.ts';

export interface SignOn {
  url: string;
  /** The plant's text for the button. */
  text: string | null;
  /** Whether only super administrators may sign in with a password. */
  only: boolean;
}

interface Answer {
  enabled: number;
  url: string | null;
  text?: string | null;
  only?: number;
}

export function useSignOn(): SignOn | undefined {
  const [signOn, setSignOn] = useState<SignOn>();
  useEffect(() => {
    call<Answer>('/auth/config').then(
      ({ data: { enabled, url, text = null, only } }) =>
        enabled && url && setSignOn({ url, text, only: only === 1 }),
      () => undefined,
    );
  }, []);
  return signOn;
}

export function ExternalSignIn({ url, text, only }: SignOn) {
  const { t } = useWords();
  return (
    <>
      <a
        className={only ? 'button' : 'button button-plain'}
        href={url}
        onClick={() => rememberOrigin(place.state().from)}
      >
        {text ?? t('officina.login.external')}
      </a>
      {only && <p className="form-lead">{t('officina.login.only')}</p>}
    </>
  );
}
