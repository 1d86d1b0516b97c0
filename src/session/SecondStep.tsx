/** The step after the password: a code of the app, or the setup that the plant requires of administrators. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { call } from '../../dataProvider/http.ts';
import { session, type TokenPair } from '../../dataProvider/session.ts';
import { useWords } from '../words/Words.tsx';
import { CodeInput } from './CodeInput.tsx';
import type { Prepared } from './FactorSetUp.tsx';
import { Notice } from './Notice.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useSubmit } from './use-submit.ts';

/** Loads the QR code library when needed. */
const FactorSetUp = lazy(() => import('./FactorSetUp.tsx'));

export interface Step {
  passo: 'codice' | 'attivazione';
  token: string;
}

interface SecondStepProps {
  step: Step;
  onDone(): void;
  onBack(): void;
}

export function SecondStep(props: SecondStepProps) {
  return props.step.passo === 'codice' ? (
    <>
      <CodeStep {...props} />
      <WayBack onBack={props.onBack} />
    </>
  ) : (
    <SetUpStep {...props} />
  );
}

function WayBack({ onBack }: Pick<SecondStepProps, 'onBack'>) {
  const { t } = useWords();
  return (
    <p className="factor-back">
      <button type="button" className="link link-button" onClick={onBack}>
        {t('officina.login.back')}
      </button>
    </p>
  );
}

function CodeStep({ step, onDone }: SecondStepProps) {
  const { t } = useWords();
  const [code, setCode] = useState('');
  const [recovery, setRecovery] = useState(false);
  const { busy, error, submit, correct } = useSubmit(async () => {
    const body = { token: step.token, codice: code };
    session.adopt((await call<TokenPair>('/utente/login/codice', { method: 'POST', body })).data);
    onDone();
  });
  const change = () => {
    setRecovery(!recovery);
    setCode('');
    correct();
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <h1>{t('officina.factor.title')}</h1>
      <p className="form-lead">{t(recovery ? 'officina.factor.ask_recovery' : 'officina.factor.ask')}</p>
      {error && <Notice severity="error">{error}</Notice>}
      <CodeInput key={String(recovery)} recovery={recovery} value={code} onChange={setCode} autoFocus />
      <button type="submit" className="button" disabled={busy || !code.trim()}>
        {t(busy ? 'officina.login.busy' : 'officina.login.submit')}
      </button>
      <button type="button" className="link link-button" onClick={change}>
        {t(recovery ? 'officina.factor.use_app' : 'officina.factor.use_recovery')}
      </button>
    </form>
  );
}

const PATH = '/utente/login/secondo-fattore';

function SetUpStep({ step, onDone, onBack }: SecondStepProps) {
  const { t } = useWords();
  const [codes, setCodes] = useState<string[]>();
  const { prepared, error } = usePrepared(step);
  const confirm = async (codice: string) => {
    const body = { token: step.token, codice };
    const { data } = await call<TokenPair & { codici: string[] }>(PATH, { method: 'PUT', body });
    session.adopt(data);
    setCodes(data.codici);
  };
  return (
    <>
      <h1>{t('officina.factor.set_up_title')}</h1>
      <div className="form">
        {!codes && <p className="form-lead">{t('officina.factor.needed')}</p>}
        {error && <Notice severity="error">{error}</Notice>}
        <Suspense fallback={<p role="status">{t('officina.factor.preparing')}</p>}>
          {codes ? (
            <RecoveryCodes codes={codes} onDone={onDone} />
          ) : (
            prepared && <FactorSetUp prepared={prepared} onConfirm={confirm} />
          )}
        </Suspense>
      </div>
      {/* The user is signed in then, and would lose the codes. */}
      {!codes && <WayBack onBack={onBack} />}
    </>
  );
}

function usePrepared({ token }: Step) {
  const { t } = useWords();
  const started = useRef(false);
  const [prepared, setPrepared] = useState<Prepared>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    call<Prepared>(PATH, { method: 'POST', body: { token } }).then(
      ({ data }) => setPrepared(data),
      (problem) => setError(problem instanceof Error ? problem.message : t('officina.error.http')),
    );
  }, [token, t]);
  return { prepared, error };
}
