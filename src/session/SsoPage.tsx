import { useEffect } from 'react';
import { CallError, call } from '../../dataProvider/http.ts';
import { claimsOf, session } from '../../dataProvider/session.ts';
import { useWords } from '../words/Words.tsx';
import { takeOrigin } from './origin.ts';
import { place } from './page-address.ts';

async function enter(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const [jwt, id] = [query.get('jwt') ?? '', query.get('id') ?? ''];
  history.replaceState(history.state, '', location.pathname);
  if (claimsOf<{ sub?: string }>(jwt)?.sub !== id) throw new Error('The token names another user');
  const { data } = await call(`/auth/external-id/${encodeURIComponent(id)}`);
  if (!data) throw new Error('Unknown external id');
  await session.loginExternal(jwt);
}

/** Signs in users with a token of another system: ?jwt=…&id=… */
export function SsoPage() {
  const { t } = useWords();
  useEffect(() => {
    enter().then(
      () => place.go(takeOrigin(), {}, { replace: true }),
      (problem) => {
        const error = problem instanceof CallError ? problem.message : undefined;
        place.go('/errore', { error }, { replace: true });
      },
    );
  }, []);
  return <p role="status">{t('officina.login.busy')}</p>;
}
