import { useWords } from '../words/Words.tsx';
import { Notice } from './Notice.tsx';
import { place } from './page-address.ts';

/**
 * The general error page, with the reason if another system's sign-in was refused. A reload repairs a page that
 * crashed.
 */
export function ErrorPage({ broken = false }: { broken?: boolean }) {
  const { t } = useWords();
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
