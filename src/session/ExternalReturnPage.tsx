import { useEffect } from 'react';
import { CallError, call } from '../../dataProvider/http.ts';
import { session } from '../../dataProvider/session.ts';
import { useWords } from '../words/Words.tsx';
import { takeOrigin } from './origin.ts';
import { place } from './place.ts';

async function enter(): Promise<void> {
  const authCode = new URLSearchParams(location.search).get('code') ?? '';
  const { data } = await call<{ auth: string }>('/auth/auth', { method: 'POST', body: { authCode } });
  await session.loginExternal(data.auth);
}

/** The way back from the identity provider: ?code=…&state=… */
export function ExternalReturnPage() {
  const { t } = useWords();
  useEffect(() => {
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
