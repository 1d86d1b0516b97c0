/** Buttons that sign in with the accounts of a demo plant. The server of a real plant sends none. */
import { useEffect, useState } from 'react';
import { call } from '../../dataProvider/http.ts';
import { useWords } from '../words/Words.tsx';
import { roleOf, type WithRole } from './role.ts';

export interface DemoAccount extends WithRole {
  mail: string;
  nome: string;
  pwd: string;
}

interface DemoAccountsProps {
  busy: boolean;
  onChoose(account: DemoAccount): void;
}

export function DemoAccounts({ busy, onChoose }: DemoAccountsProps) {
  const { t, language } = useWords();
  const [accounts, setAccounts] = useState<DemoAccount[]>([]);
  useEffect(() => {
    call<DemoAccount[]>('/utente/login/prova').then(
      ({ data }) => setAccounts(data),
      () => undefined,
    );
  }, []);
  if (accounts.length === 0) return null;
  return (
    <fieldset className="demo-accounts">
      <legend>{t('officina.login.demo')}</legend>
      {accounts.map((account) => (
        <button
          key={account.mail}
          type="button"
          className="button button-plain"
          disabled={busy}
          onClick={() => onChoose(account)}
        >
          <span>{roleOf(account, language)}</span> <small>{account.nome}</small>
        </button>
      ))}
    </fieldset>
  );
}
