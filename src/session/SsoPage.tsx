import { useEffect } from 'react';
import { call } from '../../dataProvider/http.ts';
import { session } from '../../dataProvider/session.ts';
import { useWords } from '../words/Words.tsx';
import { takeOrigin } from './origin.ts';
import { place } from './place.ts';

async function enter(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const { data } = await call(`/auth/external-id/${encodeURIComponent(query.get('id') ?? '')}`);
  if (!data) throw new Error('Unknown external id');
  await session.loginExternal(query.get('jwt') ?? '');
}

/** Arrival from another system that vouches for the person: ?jwt=…&id=… */
export function SsoPage() {
  const { t } = useWords();
  useEffect(() => {
    enter().then(
      () => place.go(takeOrigin(), {}, { replace: true }),
      () => place.go('/errore', {}, { replace: true }),
    );
  }, []);
  return <p role="status">{t('officina.login.busy')}</p>;
}
