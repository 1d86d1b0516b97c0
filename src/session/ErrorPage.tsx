import { network } from '../../dataProvider/network.ts';
import { useWords } from '../words/Words.tsx';
import { Notice } from './Notice.tsx';
import { place } from './page-address.ts';

/**
 * The general error page. If a sign-in of another system was refused, it displays the reason. A reload repairs a
 * page that crashed.
 */
export function ErrorPage({ broken = false }: { broken?: boolean }) {
  const { t } = useWords();
  if (broken && network.isMissing()) return <NotHere />;
  return (
    <div className="form">
      <h1>{t('officina.errorPage.title')}</h1>
      <Notice severity="error">{place.state().error ?? t('officina.error.page')}</Notice>
      {broken && (
        <>
          <p>{t('officina.failure.broken')}</p>
          <button type="button" className="button" onClick={() => location.reload()}>
            {t('officina.failure.reload')}
          </button>
        </>
      )}
      <a className="button button-plain" href="/">
        {t('officina.errorPage.back')}
      </a>
    </div>
  );
}

/** A page whose files are not stored on this device yet. */
function NotHere() {
  const { t } = useWords();
  return (
    <div className="form">
      <h1>{t('officina.network.not_here')}</h1>
      <Notice severity="warning">{t('officina.network.comes_back')}</Notice>
      <button type="button" className="button" onClick={() => location.reload()}>
        {t('officina.retry')}
      </button>
      <a className="button button-plain" href="/">
        {t('officina.errorPage.back')}
      </a>
    </div>
  );
}
