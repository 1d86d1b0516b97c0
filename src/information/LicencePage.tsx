import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { call, saveBlob } from '../../dataProvider/http.ts';
import { useApplication, useLanguage } from '../../resources/context/application.tsx';
import { useAttempt } from '../../resources/feedback/toasts.ts';
import { sizeText } from '../../resources/files/file-facts.ts';
import { formatDate } from '../../resources/format/format.ts';
import { SUPER_ADMIN } from '../frame/screens.ts';
import { Company } from './Company.tsx';
import { Page } from './Page.tsx';
import { useData } from './use-data.ts';

type Count = number | null;

interface Licence {
  data_scadenza: string | null;
  data_scadenza_mtbf: string | null;
  num_admin: Count;
  num_admin_attivi: number;
  num_tecnici: Count;
  num_tecnici_attivi: number;
  num_guest: Count;
  num_guest_attivi: number;
  num_api_enabled: Count;
  num_api_enabled_attivi: number;
  spazio_libero_txt: string | null;
  spazio_libero_perc: number | null;
  max_space_disk: string | number | null;
}

const seatsOf = (licence: Licence): [string, Count, number][] => [
  ['admin', licence.num_admin, licence.num_admin_attivi],
  ['technician', licence.num_tecnici, licence.num_tecnici_attivi],
  ['guest', licence.num_guest, licence.num_guest_attivi],
  ['connector', licence.num_api_enabled, licence.num_api_enabled_attivi],
];

const dayOf = (day: string | null, otherwise: string): string => (day ? formatDate(day) : otherwise);

export function LicencePage() {
  const translate = useTranslate();
  return (
    <Page title={translate('officina.info.title')} query={useData<Licence>('/info/licenza/')}>
      {(licence) => (
        <>
          <NoAddress />
          <div className="page-columns">
            <Terms licence={licence} />
            <Seats licence={licence} />
            <Disk licence={licence} />
            <Company />
          </div>
        </>
      )}
    </Page>
  );
}

const ADDRESS = 'ClienteURL';

/** Warns that links in mails have a wrong address while the public address is not set behind a proxy. */
function NoAddress() {
  const translate = useTranslate();
  const { askSettings } = useApplication();
  const { data: setting } = useQuery({
    queryKey: ['settings', ADDRESS],
    queryFn: () => askSettings([ADDRESS]),
  });
  if (!setting || setting(ADDRESS)) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {translate('officina.info.noAddress')}
    </Alert>
  );
}

function Terms({ licence }: { licence: Licence }) {
  const translate = useTranslate();
  const { setting } = useApplication();
  const never = translate('officina.info.never');
  return (
    <section className="card">
      <dl className="terms">
        <dt>{translate('officina.info.version')}</dt>
        <dd>{setting('Versione')}</dd>
        <dt>{translate('officina.info.expiry')}</dt>
        <dd>{dayOf(licence.data_scadenza, never)}</dd>
        <dt>{translate('officina.info.expiryMtbf')}</dt>
        <dd>{dayOf(licence.data_scadenza_mtbf, never)}</dd>
      </dl>
      <Specification licensed={licence.num_api_enabled !== 0} />
    </section>
  );
}

/** Downloads the API description, for super administrators of plants with licensed connectors. */
function Specification({ licensed }: { licensed: boolean }) {
  const translate = useTranslate();
  const { may } = useApplication();
  const attempt = useAttempt();
  if (!licensed || !may(SUPER_ADMIN)) return null;
  const fetchFile = () =>
    attempt(async () => {
      const { data } = await call<object>('/info/openapi-specification/');
      saveBlob(
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
        'officina-openapi.json',
      );
    });
  return (
    <Button variant="outlined" onClick={fetchFile}>
      {translate('officina.info.download')}
    </Button>
  );
}

function Seats({ licence }: { licence: Licence }) {
  const translate = useTranslate();
  return (
    <section className="card">
      <h2>{translate('officina.info.seats')}</h2>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{translate('officina.info.kind')}</th>
            <th scope="col">{translate('officina.info.active')}</th>
            <th scope="col">{translate('officina.info.total')}</th>
          </tr>
        </thead>
        <tbody>
          {seatsOf(licence).map(([kind, total, active]) => (
            <tr key={kind}>
              <th scope="row">{translate(`officina.info.${kind}`)}</th>
              <td>{active}</td>
              <td>{total ?? translate('officina.info.unlimited')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const LEVELS = Array.from({ length: 50 }, (_, index) => index + 1);

/** The free disk space: a gauge with fifty levels, and the numbers next to it. */
function Disk({ licence }: { licence: Licence }) {
  const translate = useTranslate();
  const language = useLanguage();
  const percent = licence.spazio_libero_perc;
  const lit = Math.round(((percent ?? 0) / 100) * LEVELS.length);
  return (
    <section className="card">
      <h2>{translate('officina.info.disk')}</h2>
      {percent !== null && (
        <>
          <meter
            className="visually-hidden"
            aria-label={translate('officina.info.free')}
            min={0}
            max={100}
            value={percent}
          />
          <div className="levels" aria-hidden="true">
            {LEVELS.map((level) => (
              <span key={level} className={level <= lit ? 'lit' : undefined} />
            ))}
          </div>
        </>
      )}
      <dl className="terms">
        <dt>{translate('officina.info.free')}</dt>
        <dd>
          {licence.spazio_libero_txt ?? '—'}
          {percent !== null && ` (${percent}%)`}
        </dd>
        <dt>{translate('officina.info.max')}</dt>
        <dd>
          {licence.max_space_disk === null
            ? translate('officina.info.unlimited')
            : sizeText(Number(licence.max_space_disk), language)}
        </dd>
      </dl>
    </section>
  );
}
