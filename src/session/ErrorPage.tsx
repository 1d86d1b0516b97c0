import { useWords } from '../words/Words.tsx';
import { Notice } from './Notice.tsx';
import { place } from './place.ts';

/** The general error page; who was not let in by a portal reads why. The link loads the document again, so that it also mends a page that broke. */
export function ErrorPage() {
  const { t } = useWords();
  return (
    <div className="form">
      <h1>{t('officina.errorPage.title')}</h1>
      <Notice severity="error">{place.state().error ?? t('officina.error.page')}</Notice>
      <a className="button button-plain" href="/">
        {t('officina.errorPage.back')}
      </a>
    </div>
  );
}
