import { useEffect } from 'react';
import { session } from '../../dataProvider/session.ts';
import { useWords } from '../words/Words.tsx';
import { place } from './page-address.ts';

/** Removes what the pages of this user have kept on the device, if it keeps anything. */
const forgetAnswers = async (): Promise<void> => {
  const { forgetOthers } = await import('../../dataProvider/kept.ts');
  await forgetOthers(undefined).catch(() => undefined);
};

/** Ends the session and opens the start page, which then does not redirect back. */
export function LogoutPage() {
  const { t } = useWords();
  useEffect(() => {
    session
      .logout()
      .then(forgetAnswers)
      .then(() => place.go('/', { preventRedirect: true, fromLogout: true }, { replace: true }));
  }, []);
  return <p role="status">{t('officina.logout.busy')}</p>;
}
