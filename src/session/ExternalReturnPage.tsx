import { useEffect, useRef } from 'react';
import { CallError, call } from '../../dataProvider/http.ts';
import { session } from '../../dataProvider/session.ts';
import { useWords } from '../words/Words.tsx';
import { takeOrigin } from './origin.ts';
import { place } from './page-address.ts';

/** The names in the request body, by the query parameters of the provider. */
const SENT = { authCode: 'code', state: 'state', iss: 'iss', error: 'error' };

async function enter(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const body: Record<string, string> = {};
  for (const [name, parameter] of Object.entries(SENT)) {
    const value = query.get(parameter);
    if (value) body[name] = value;
  }
  // The address and the history must not contain code and state.
  history.replaceState(history.state, '', location.pathname);
  const { data } = await call<{ auth: string }>('/auth/auth', { method: 'POST', body });
  await session.loginExternal(data.auth);
}

/** The return address of the identity provider: ?code=…&state=…, or ?error=… */
export function ExternalReturnPage() {
  const { t } = useWords();
  // This runs once even after a remount, because a code works only once.
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
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
