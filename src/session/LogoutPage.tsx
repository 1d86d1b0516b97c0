import { useEffect, useState } from 'react';
import { session } from '../../dataProvider/session.ts';
import { useWords } from '../words/Words.tsx';
import { Notice } from './Notice.tsx';
import { place } from './page-address.ts';

/** Removes what this user's pages have stored on the device, if anything. */
const forgetAnswers = async (): Promise<void> => {
  const { forgetOthers } = await import('../../dataProvider/cached-reads.ts');
  await forgetOthers(undefined).catch(() => undefined);
};

/** The number of acts that this user did without a network and that are not sent yet, and of drafts. */
interface Unsent {
  acts: number;
  drafts: number;
}

async function countUnsent(): Promise<Unsent> {
  const user = session.user()?.idUtente;
  if (user === undefined) return { acts: 0, drafts: 0 };
  const [{ outbox }, { drafts }] = await Promise.all([
    import('../../dataProvider/outbox.ts'),
    import('../../dataProvider/drafts.ts'),
  ]);
  return {
    acts: await outbox.count(user).catch(() => 0),
    drafts: await drafts.count(user).catch(() => 0),
  };
}

/**
 * Turns off messages to this device, because another person may use it next. Without a network the server still
 * lists the device.
 */
const silence = async (): Promise<void> => {
  const { turnOff } = await import('../../dataProvider/push.ts');
  await turnOff().catch(() => undefined);
};

const signOut = (): Promise<void> =>
  silence()
    .then(() => session.logout())
    .then(forgetAnswers)
    .then(() => place.go('/', { preventRedirect: true, fromLogout: true }, { replace: true }));

/**
 * Ends the session and opens the start page, which then does not redirect back. If acts are not sent yet, it asks
 * first.
 */
export function LogoutPage() {
  const { t } = useWords();
  const [unsent, setUnsent] = useState<Unsent>();
  useEffect(() => {
    void countUnsent().then((count) => (count.acts + count.drafts > 0 ? setUnsent(count) : signOut()));
  }, []);
  if (!unsent) return <p role="status">{t('officina.logout.busy')}</p>;
  return (
    <div className="form">
      {unsent.acts > 0 && (
        <>
          <h1>{t('officina.outbox.unsent', { count: unsent.acts })}</h1>
          <Notice severity="warning">{t('officina.outbox.unsent_text')}</Notice>
        </>
      )}
      {unsent.drafts > 0 && (
        <>
          <h1>{t('officina.drafts.unsent', { count: unsent.drafts })}</h1>
          <Notice severity="warning">{t('officina.drafts.unsent_text')}</Notice>
        </>
      )}
      <button type="button" className="button" onClick={() => place.go('/home', {}, { replace: true })}>
        {t('officina.outbox.stay')}
      </button>
      <button type="button" className="button button-plain" onClick={signOut}>
        {t('officina.outbox.leave')}
      </button>
    </div>
  );
}
