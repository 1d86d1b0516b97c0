import { useEffect, useState, useSyncExternalStore } from 'react';
import { CallError } from '../../dataProvider/http.ts';
import { session } from '../../dataProvider/session.ts';
import { SECOND_STEP } from '../../schemas/results.ts';
import { useWords } from '../words/Words.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import { ExternalSignIn, useSignOn } from './ExternalSignIn.tsx';
import { Notice } from './Notice.tsx';
import { PageLink } from './PageLink.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { place } from './page-address.ts';
import { SecondStep, type Step } from './SecondStep.tsx';
import { TextInput } from './TextInput.tsx';
import { useSubmit } from './use-submit.ts';

const HOME = '/home';

const enter = (): void => place.go(place.state().from ?? HOME, {}, { replace: true });

/** Signs in. Returns the second step if the server requires one. */
async function logIn(name: string, password: string): Promise<Step | undefined> {
  try {
    await session.login(name, password);
    return undefined;
  } catch (error) {
    if (error instanceof CallError && error.result === SECOND_STEP) return error.body.data as Step;
    throw error;
  }
}

export function LoginPage() {
  const [step, setStep] = useState<Step>();
  if (step) return <SecondStep step={step} onDone={enter} onBack={() => setStep(undefined)} />;
  return <PasswordStep onStep={setStep} />;
}

function PasswordStep({ onStep }: { onStep(step: Step): void }) {
  const { t } = useWords();
  const signOn = useSignOn();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  useEffect(() => {
    const { preventRedirect, notice, from } = place.state();
    if (session.user() && !preventRedirect && !notice) place.go(from ?? HOME, {}, { replace: true });
  }, []);
  const come = async (as: string, by: string): Promise<void> => {
    const step = await logIn(as, by);
    if (step) onStep(step);
    else enter();
  };
  const { busy, error, submit, run } = useSubmit(async () => {
    setTried(true);
    if (name.trim() && password) await come(name.trim(), password);
  });
  const missing = (value: string) => (tried && !value ? t('officina.validation.required') : undefined);
  return (
    <form className="form" onSubmit={submit} noValidate>
      <h1>{t('officina.login.title')}</h1>
      <Notices error={error} />
      {signOn?.only && <ExternalSignIn {...signOn} />}
      <TextInput
        label={t('officina.login.username')}
        name="username"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={name}
        error={missing(name.trim())}
        onChange={(event) => setName(event.target.value)}
      />
      <PasswordInput
        label={t('officina.login.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        error={missing(password)}
        onChange={(event) => setPassword(event.target.value)}
      />
      <button type="submit" className={signOn?.only ? 'button button-plain' : 'button'} disabled={busy}>
        {t(busy ? 'officina.login.busy' : 'officina.login.submit')}
      </button>
      {signOn && !signOn.only && <ExternalSignIn {...signOn} />}
      <PageLink className="link" to="/recuperaPwd">
        {t('officina.login.forgotten')}
      </PageLink>
      <DemoAccounts busy={busy} onChoose={({ mail, pwd }) => run(() => come(mail, pwd))} />
    </form>
  );
}

/** Displays an error, the end of a session, or the success of the previous page. */
function Notices({ error }: { error: string | undefined }) {
  const { t } = useWords();
  const { notice, error: stateError } = place.state();
  const ending = useSyncExternalStore(session.subscribe, session.ending);
  const sentence = error ?? stateError;
  if (sentence) return <Notice severity="error">{sentence}</Notice>;
  if (ending) return <Notice severity="warning">{t(`officina.session.${ending}`)}</Notice>;
  return notice ? <Notice severity={notice.severity}>{t(notice.key)}</Notice> : null;
}
