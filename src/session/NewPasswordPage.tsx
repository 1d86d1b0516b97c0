import { useEffect, useState } from 'react';
import { call } from '../../dataProvider/http.ts';
import { claimsOf } from '../../dataProvider/session.ts';
import { isGoodPassword } from '../../schemas/password.ts';
import { useWords } from '../words/Words.tsx';
import { Notice } from './Notice.tsx';
import { BackToLogin, PageLink } from './PageLink.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { place } from './page-address.ts';
import { Strength } from './Strength.tsx';
import { useSubmit } from './use-submit.ts';

interface LinkClaims {
  idUtente?: number;
  exp?: number;
}

interface Purpose {
  words: 'activate' | 'reset';
  method: 'POST' | 'PUT';
}

const ACTIVATE: Purpose = { words: 'activate', method: 'POST' };
const RESET: Purpose = { words: 'reset', method: 'PUT' };

export const ActivatePage = ({ parameter }: { parameter: string }) => (
  <NewPasswordPage purpose={ACTIVATE} token={parameter} />
);
export const ResetPage = ({ parameter }: { parameter: string }) => (
  <NewPasswordPage purpose={RESET} token={parameter} />
);

/** The page behind mailed links: the first password of an account, or a new one. */
function NewPasswordPage({ purpose, token }: { purpose: Purpose; token: string }) {
  const { t } = useWords();
  const claims = claimsOf<LinkClaims>(token);
  const isExpired = claims?.exp !== undefined && claims.exp * 1000 < Date.now();
  const expiredReset = isExpired && purpose === RESET;
  useEffect(() => {
    if (expiredReset)
      place.go(
        '/login',
        { notice: { key: 'officina.reset.expired', severity: 'warning' } },
        { replace: true },
      );
  }, [expiredReset]);
  const refusal = !claims?.idUtente
    ? 'officina.error.userUnknown'
    : isExpired
      ? `officina.${purpose.words}.expired`
      : undefined;
  return (
    <>
      <h1>{t(`officina.${purpose.words}.title`)}</h1>
      {refusal ? (
        <div className="form">
          <Notice severity="error">{t(refusal)}</Notice>
          {purpose === RESET && <AnotherLink />}
          <BackToLogin />
        </div>
      ) : (
        claims?.idUtente && <PasswordForm purpose={purpose} token={token} id={claims.idUtente} />
      )}
    </>
  );
}

/** Leads from a link that no longer works to the page that sends another one. */
function AnotherLink() {
  const { t } = useWords();
  return (
    <PageLink className="link" to="/recuperaPwd">
      {t('officina.reset.another')}
    </PageLink>
  );
}

function PasswordForm({ purpose, token, id }: { purpose: Purpose; token: string; id: number }) {
  const { t } = useWords();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const same = password === repeated;
  const { busy, error, submit } = useSubmit(async () => {
    const body = { password, password2: repeated };
    await call(`/utente/${id}/password/`, { method: purpose.method, body, token });
    place.go('/login', { notice: { key: `officina.${purpose.words}.done`, severity: 'success' } });
  });
  return (
    <form className="form" onSubmit={submit} noValidate>
      {error && <Notice severity="error">{error}</Notice>}
      {error && (purpose === RESET ? <AnotherLink /> : <BackToLogin />)}
      <PasswordInput
        label={t('officina.password.new')}
        name="password"
        autoComplete="new-password"
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Strength password={password} />
      <PasswordInput
        label={t('officina.password.again')}
        name="password2"
        autoComplete="new-password"
        value={repeated}
        error={repeated && !same ? t('officina.validation.passwordMismatch') : undefined}
        onChange={(event) => setRepeated(event.target.value)}
      />
      <button type="submit" className="button" disabled={busy || !isGoodPassword(password) || !same}>
        {t(busy ? 'officina.password.busy' : `officina.${purpose.words}.submit`)}
      </button>
    </form>
  );
}
