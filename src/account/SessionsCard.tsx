import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { call } from '../../dataProvider/http.ts';
import { replacesData } from '../../resources/feedback/advice.ts';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { Loading } from '../../resources/feedback/Loading.tsx';
import type { VisitFacts } from '../../schemas/visit.ts';
import { place } from '../session/page-address.ts';
import { useInstant } from './use-instant.ts';

export const SESSIONS = ['own sessions'];

/** Lists the current session and earlier ones, so that users notice sessions that are not theirs. */
export function SessionsCard() {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: SESSIONS,
    queryFn: async () => (await call<VisitFacts[]>('/utente/sessione/')).data,
  });
  return (
    <section className="account-card" aria-busy={!data && !error}>
      <h2>{translate('officina.account.sessions')}</h2>
      <p className="factor-text">{translate('officina.account.sessions_about')}</p>
      {replacesData(error, data) && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading height={120} />}
      {data && (
        <ul className="visits">
          {data.map((visit) => (
            <VisitRow key={visit.id} visit={visit} />
          ))}
        </ul>
      )}
    </section>
  );
}

function VisitRow({ visit }: { visit: VisitFacts }) {
  const translate = useTranslate();
  const moment = useInstant();
  const { dispositivo, indirizzo, modo, inizio, vista, fine, motivo } = visit;
  const from = [dispositivo ?? translate('officina.account.unknown_device'), indirizzo]
    .filter(Boolean)
    .join(' · ');
  return (
    <li className={fine ? 'visit' : 'visit visit-open'}>
      <div>
        <p className="visit-device">
          {from}
          {!fine && <span className="visit-mark">{translate('officina.account.this_one')}</span>}
        </p>
        <p className="factor-text">
          {translate('officina.account.since', { when: moment(inizio) })},{' '}
          {translate(`officina.account.manners.${modo}`)}
        </p>
        <p className="factor-text">
          {fine
            ? translate(`officina.account.endings.${motivo}`, { when: moment(fine) })
            : translate('officina.account.seen', { when: moment(vista) })}
        </p>
      </div>
      {!fine && (
        <button type="button" className="button button-plain visit-end" onClick={() => place.go('/logout')}>
          {translate('officina.account.end')}
        </button>
      )}
    </li>
  );
}
