import { useEffect, useRef } from 'react';
import { CallError, call } from '../../dataProvider/http.ts';
import { session } from '../../dataProvider/session.ts';
import { useWords } from '../words/Words.tsx';
import { takeOrigin } from './origin.ts';
import { place } from './page-address.ts';

/** What the provider sends back, by the names under which the server takes it. */
const SENT = { authCode: 'code', state: 'state', iss: 'iss', error: 'error' };

async function enter(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const body: Record<string, string> = {};
  for (const [name, sent] of Object.entries(SENT)) {
    const value = query.get(sent);
    if (value) body[name] = value;
  }
  // Neither code nor state stay in the address, in the history or on a screen.
  history.replaceState(history.state, '', location.pathname);
  const { data } = await call<{ auth: string }>('/auth/auth', { method: 'POST', body });
  await session.loginExternal(data.auth);
}

/** The way back from the identity provider: ?code=…&state=…, or ?error=… */
export function ExternalReturnPage() {
  const { t } = useWords();
  // Once, whatever changes meanwhile: a code is good once.
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    enter().then(
      () => place.go(takeOrigin(), {}, { replace: true }),
      (problem) => {
        const error = problem instanceof CallError ? problem.message : t('officina.error.http');
        place.go('/login', { preventRedirect: true, error }, { replace: true });
      },
    );
  }, [t]);
  return <p role="status">{t('officina.login.busy')}</p>;
}
