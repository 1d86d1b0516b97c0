import { useWords } from '../words/Words.tsx';
import { Notice } from './Notice.tsx';

/** The general error page. The link loads the document again, so that it also mends a page that broke. */
export function ErrorPage() {
  const { t } = useWords();
  return (
    <div className="form">
      <h1>{t('officina.errorPage.title')}</h1>
      <Notice severity="error">{t('officina.error.page')}</Notice>
      <a className="button button-plain" href="/">
        {t('officina.errorPage.back')}
      </a>
    </div>
  );
}
