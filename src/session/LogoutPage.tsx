import { useEffect, useState } from 'react';
import type { ActsFileFault } from '../../dataProvider/acts-file.ts';
import { betweenContacts } from '../../dataProvider/contact-lock.ts';
import { session } from '../../dataProvider/session.ts';
import { useWords } from '../words/Words.tsx';
import { Notice } from './Notice.tsx';
import { place } from './page-address.ts';

/** Removes what this user's pages have stored on the device, if anything. */
const forgetAnswers = async (): Promise<void> => {
  const { forgetOthers } = await import('../../dataProvider/cached-reads.ts');
  await forgetOthers(undefined);
};

/** The number of acts that this user did without a network and that are not sent yet, and of drafts. */
interface Unsent {
  acts: number;
  drafts: number;
}

const NOTHING: Unsent = { acts: 0, drafts: 0 };

async function countUnsent(): Promise<Unsent> {
  const user = session.user()?.idUtente;
  if (user === undefined) return NOTHING;
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

/** Reports that the device has nothing of this user any more. The next sign-in here gets a new key. */
const leaveDevice = async (): Promise<void> => {
  const user = session.user();
  if (!user || (await countUnsent()).acts > 0) return;
  const { keyOf, reportEmptied } = await import('../../dataProvider/device-key.ts');
  const key = await keyOf(user.idUtente);
  if (key) await reportEmptied(key);
};

const signOut = (): Promise<void> =>
  silence()
    .then(leaveDevice)
    .catch(() => undefined)
    .then(() => betweenContacts(() => session.logout()))
    .then(() => forgetAnswers().catch(() => undefined))
    .then(() => place.go('/', { preventRedirect: true, fromLogout: true }, { replace: true }));

/**
 * Ends the session and opens the start page, which then does not redirect back. If acts are not sent yet, it asks
 * first.
 */
export function LogoutPage() {
  const { t } = useWords();
  const [unsent, setUnsent] = useState<Unsent>();
  useEffect(() => {
    // Without a network a browser that keeps no pages cannot count.
    void countUnsent()
      .catch(() => NOTHING)
      .then((count) => (count.acts + count.drafts > 0 ? setUnsent(count) : signOut()));
  }, []);
  if (!unsent) return <p role="status">{t('officina.logout.busy')}</p>;
  return (
    <div className="form">
      {unsent.acts > 0 && (
        <>
          <h1>{t('officina.outbox.unsent', { count: unsent.acts })}</h1>
          <Notice severity="warning">{t('officina.outbox.unsent_text')}</Notice>
          <SaveActs />
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

/** Saves what is not sent yet as a file, which the user can hand in on any device. */
function SaveActs() {
  const { t } = useWords();
  const [outcome, setOutcome] = useState<'saved' | `fault_${ActsFileFault}`>();
  const save = async () => {
    const [{ saveActsFile }, { ActsFileError }] = await Promise.all([
      import('../offline/save-acts-file.ts'),
      import('../../dataProvider/acts-file.ts'),
    ]);
    try {
      await saveActsFile(t('officina.outbox.file_name'));
      setOutcome('saved');
    } catch (error) {
      setOutcome(`fault_${error instanceof ActsFileError ? error.fault : 'unreadable'}`);
    }
  };
  return (
    <>
      <button type="button" className="button button-plain" onClick={() => void save()}>
        {t('officina.outbox.save')}
      </button>
      {outcome && (
        <Notice severity={outcome === 'saved' ? 'success' : 'error'}>
          {t(`officina.outbox.${outcome}`)}
        </Notice>
      )}
    </>
  );
}
