import { useState } from 'react';
import { call } from '../../dataProvider/http.ts';
import { isEmail } from '../../schemas/validate.ts';
import { useWords } from '../words/Words.tsx';
import { Notice } from './Notice.tsx';
import { BackToLogin } from './PageLink.tsx';
import { place } from './page-address.ts';
import { TextInput } from './TextInput.tsx';
import { useSubmit } from './use-submit.ts';

function refusalOf(mail: string): string | undefined {
  if (!mail) return 'officina.validation.mailMissing';
  return isEmail(mail) ? undefined : 'officina.validation.mailInvalid';
}

/** Requests a mail with a link to a new password. The reply never reveals whether the address exists. */
export function RecoverPage() {
  const { t } = useWords();
  const [mail, setMail] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const { busy, error, submit } = useSubmit(async () => {
    const formatError = refusalOf(mail.trim());
    setRefusal(formatError);
    if (formatError) return;
    await call('/utente/password/mail/', { method: 'POST', body: { mail: mail.trim() } });
    place.go('/login', { notice: { key: 'officina.recover.sent', severity: 'success' } });
  });
  return (
    <form className="form" onSubmit={submit} noValidate>
      <h1>{t('officina.recover.title')}</h1>
      <p className="form-lead">{t('officina.recover.lead')}</p>
      {error && <Notice severity="error">{error}</Notice>}
      <TextInput
        label={t('officina.recover.mail')}
        name="mail"
        type="email"
        autoComplete="email"
        autoFocus
        value={mail}
        error={refusal && t(refusal)}
        onChange={(event) => setMail(event.target.value)}
      />
      <button type="submit" className="button" disabled={busy}>
        {t(busy ? 'officina.recover.busy' : 'officina.recover.submit')}
      </button>
      <BackToLogin />
    </form>
  );
}
