import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '../../dataProvider/http.ts';
import { session, type TokenPair } from '../../dataProvider/session.ts';
import { isGoodPassword } from '../../schemas/password.ts';
import { Notice } from '../session/Notice.tsx';
import { PasswordInput } from '../session/PasswordInput.tsx';
import { Strength } from '../session/Strength.tsx';
import { useSubmit } from '../session/use-submit.ts';
import { SESSIONS } from './SessionsCard.tsx';

const EMPTY = { pwd: '', password: '', password2: '' };

/** Changes the password, with the current password as proof. */
export function PasswordCard() {
  const translate = useTranslate();
  const client = useQueryClient();
  const [sent, setSent] = useState(EMPTY);
  const [done, setDone] = useState<string>();
  const same = sent.password === sent.password2;
  const ready = Boolean(sent.pwd) && isGoodPassword(sent.password) && same;
  const { busy, error, submit } = useSubmit(async () => {
    setDone(undefined);
    const { data, description } = await call<TokenPair>('/utente/password', {
      method: 'PUT',
      body: sent,
      unrepeated: true,
    });
    session.adopt(data);
    setSent(EMPTY);
    setDone(description);
    await client.invalidateQueries({ queryKey: SESSIONS });
  });
  const field = (name: keyof typeof EMPTY) => ({
    name: `password-${name}`,
    value: sent[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      setDone(undefined);
      setSent({ ...sent, [name]: event.target.value });
    },
  });
  const mismatch = sent.password2 && !same ? translate('officina.validation.passwordMismatch') : undefined;
  return (
    <section className="account-card">
      <h2>{translate('officina.account.password')}</h2>
      <form className="form" onSubmit={submit} noValidate>
        {error && <Notice severity="error">{error}</Notice>}
        {done && <Notice severity="success">{done}</Notice>}
        <PasswordInput
          label={translate('officina.account.current')}
          autoComplete="current-password"
          {...field('pwd')}
        />
        <PasswordInput
          label={translate('officina.account.next')}
          autoComplete="new-password"
          {...field('password')}
        />
        {sent.password && <Strength password={sent.password} />}
        <PasswordInput
          label={translate('officina.account.again')}
          autoComplete="new-password"
          error={mismatch}
          {...field('password2')}
        />
        <button type="submit" className="button" disabled={busy || !ready}>
          {translate(busy ? 'officina.password.busy' : 'officina.account.change')}
        </button>
      </form>
    </section>
  );
}
