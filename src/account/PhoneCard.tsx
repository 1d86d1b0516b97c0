/** The user's own telephone number, which technicians who work on their requests can call. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '../../dataProvider/http.ts';
import { replacesData } from '../../resources/feedback/advice.ts';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { Loading } from '../../resources/feedback/Loading.tsx';
import { useKeptText } from '../../resources/form/useKeptText.ts';
import { Notice } from '../session/Notice.tsx';
import { TextInput } from '../session/TextInput.tsx';
import { useSubmit } from '../session/use-submit.ts';

const PATH = '/utente/telefono';
const PHONE = ['own phone'];

interface Phone {
  telefono: string | null;
}

export function PhoneCard() {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: PHONE,
    queryFn: async () => (await call<Phone>(PATH)).data,
  });
  return (
    <section
      className="account-card"
      aria-label={translate('officina.account.phone')}
      aria-busy={!data && !error}
    >
      <h2>{translate('officina.account.phone')}</h2>
      <p className="factor-text">{translate('officina.account.phone_about')}</p>
      {replacesData(error, data) && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading height={80} />}
      {data && <PhoneForm stored={data.telefono ?? ''} />}
    </section>
  );
}

function PhoneForm({ stored }: { stored: string }) {
  const translate = useTranslate();
  const client = useQueryClient();
  const { text: typed, setText: setTyped } = useKeptText('phone', stored);
  const [done, setDone] = useState<string>();
  const { busy, error, submit } = useSubmit(async () => {
    setDone(undefined);
    const { data, description } = await call<Phone>(PATH, {
      method: 'PUT',
      body: { telefono: typed.trim() || null },
    });
    client.setQueryData(PHONE, data);
    setTyped(data.telefono ?? '');
    setDone(description);
  });
  return (
    <form className="form phone-form" onSubmit={submit} noValidate>
      {error && <Notice severity="error">{error}</Notice>}
      {done && <Notice severity="success">{done}</Notice>}
      <TextInput
        label={translate('officina.account.phone_number')}
        type="tel"
        name="telefono"
        autoComplete="tel"
        maxLength={40}
        value={typed}
        onChange={(event) => {
          setDone(undefined);
          setTyped(event.target.value);
        }}
      />
      <button type="submit" className="button" disabled={busy || typed.trim() === stored}>
        {translate('ra.action.save')}
      </button>
    </form>
  );
}
