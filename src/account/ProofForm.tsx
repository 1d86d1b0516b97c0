import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { CodeInput } from '../session/CodeInput.tsx';
import { Notice } from '../session/Notice.tsx';
import { PasswordInput } from '../session/PasswordInput.tsx';
import { useSubmit } from '../session/use-submit.ts';
import type { Wish } from './use-factor.ts';

interface ProofFormProps {
  wish: Wish;
  withCode: boolean;
  onProve(body: object): Promise<void>;
  onCancel(): void;
}

/** Asks for the password and the code of the current factor, in case someone else uses an open screen. */
export function ProofForm({ wish, withCode, onProve, onCancel }: ProofFormProps) {
  const translate = useTranslate();
  const [pwd, setPwd] = useState('');
  const [codice, setCode] = useState('');
  const { busy, error, submit } = useSubmit(() => onProve(withCode ? { pwd, codice } : { pwd }));
  return (
    <form className="form" onSubmit={submit} noValidate>
      <p className="factor-text">{translate(`officina.factor.prove_${withCode ? wish : 'begin'}`)}</p>
      {error && <Notice severity="error">{error}</Notice>}
      <PasswordInput
        label={translate('officina.account.current')}
        name="password-proof"
        autoComplete="current-password"
        autoFocus
        value={pwd}
        onChange={(event) => setPwd(event.target.value)}
      />
      {withCode && <CodeInput either value={codice} onChange={setCode} />}
      <div className="account-buttons">
        <button type="submit" className="button" disabled={busy || !pwd || (withCode && !codice.trim())}>
          {translate(wish === 'off' ? 'officina.factor.do_off' : 'officina.factor.go_on')}
        </button>
        <button type="button" className="button button-plain" onClick={onCancel}>
          {translate('officina.cancel')}
        </button>
      </div>
    </form>
  );
}
