import { useEffect, useState } from 'react';
import { call } from '../../dataProvider/http.ts';
import { session } from '../../dataProvider/session.ts';
import { useWords } from '../words/Words.tsx';
import { Notice } from './Notice.tsx';
import { rememberOrigin } from './origin.ts';
import { PageLink } from './PageLink.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { place } from './place.ts';
import { TextInput } from './TextInput.tsx';
import { useSubmit } from './use-submit.ts';

const HOME = '/home';

export function LoginPage() {
  const { t } = useWords();
  const state = place.state();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  useEffect(() => {
    const { preventRedirect, notice, from } = place.state();
    if (session.user() && !preventRedirect && !notice) place.go(from ?? HOME, {}, { replace: true });
  }, []);
  const { busy, error, submit } = useSubmit(async () => {
    setTried(true);
    if (!name.trim() || !password) return;
    await session.login(name.trim(), password);
    place.go(state.from ?? HOME, {}, { replace: true });
  });
  const missing = (value: string) => (tried && !value ? t('officina.validation.required') : undefined);
  return (
    <form className="form" onSubmit={submit} noValidate>
      <h1>{t('officina.login.title')}</h1>
      <Notices error={error} />
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
      <button type="submit" className="button" disabled={busy}>
        {t(busy ? 'officina.login.busy' : 'officina.login.submit')}
      </button>
      <ExternalSignIn />
      <PageLink className="link" to="/recuperaPwd">
        {t('officina.login.forgotten')}
      </PageLink>
    </form>
  );
}

/** Why one is here: an error, a session that ended, something that went well on the page before. */
function Notices({ error }: { error: string | undefined }) {
  const { t } = useWords();
  const { notice, error: carried } = place.state();
  const sentence = error ?? carried;
  if (sentence) return <Notice severity="error">{sentence}</Notice>;
  const ending = session.ending();
  if (ending) return <Notice severity="warning">{t(`officina.session.${ending}`)}</Notice>;
  return notice ? <Notice severity={notice.severity}>{t(notice.key)}</Notice> : null;
}

/** The way in through the company's own identity provider, where one is configured. */
function ExternalSignIn() {
  const { t } = useWords();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    call<{ enabled: number; url: string | null }>('/auth/config').then(
      ({ data }) => data.enabled && data.url && setAddress(data.url),
      () => undefined,
    );
  }, []);
  if (!address) return null;
  return (
    <a className="button button-plain" href={address} onClick={() => rememberOrigin(place.state().from)}>
      {t('officina.login.external')}
    </a>
  );
}
