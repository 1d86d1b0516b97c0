import { useEffect } from 'react';
import { session } from '../../dataProvider/session.ts';
import { useWords } from '../words/Words.tsx';
import { place } from './page-address.ts';

/** Ends the session and opens the start page, which then does not redirect back. */
export function LogoutPage() {
  const { t } = useWords();
  useEffect(() => {
    session
      .logout()
      .then(() => place.go('/', { preventRedirect: true, fromLogout: true }, { replace: true }));
  }, []);
  return <p role="status">{t('officina.logout.busy')}</p>;
}
