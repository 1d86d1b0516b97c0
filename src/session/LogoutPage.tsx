import { useEffect } from 'react';
import { session } from '../../dataProvider/session.ts';
import { useWords } from '../words/Words.tsx';
import { place } from './page-address.ts';

/** Ends the session and leaves for the start page, which then does not lead back in. */
export function LogoutPage() {
  const { t } = useWords();
  useEffect(() => {
    session
      .logout()
      .then(() => place.go('/', { preventRedirect: true, fromLogout: true }, { replace: true }));
  }, []);
  return <p role="status">{t('officina.logout.busy')}</p>;
}
