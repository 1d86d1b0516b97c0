/** The table of contents: the pages anyone may open, and behind the login the application, which comes when needed. */
import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { session } from '../dataProvider/session.ts';
import { ErrorBoundary } from './session/ErrorBoundary.tsx';
import { ErrorPage } from './session/ErrorPage.tsx';
import { ExternalReturnPage } from './session/ExternalReturnPage.tsx';
import { LoginPage } from './session/LoginPage.tsx';
import { LogoutPage } from './session/LogoutPage.tsx';
import { ActivatePage, ResetPage } from './session/NewPasswordPage.tsx';
import { PublicFrame } from './session/PublicFrame.tsx';
import { place, usePlace } from './session/place.ts';
import { RecoverPage } from './session/RecoverPage.tsx';
import { Splash } from './session/Splash.tsx';
import { SsoPage } from './session/SsoPage.tsx';
import { WordsProvider } from './words/Words.tsx';

/** Who reads a paper needs nothing of the login, and who logs in nothing of this. */
const ReportCheckPage = lazy(() => import('./session/ReportCheckPage.tsx'));
const REPORT_CHECK = 'verifica-rapportino';

const PUBLIC_PAGES: Record<string, ComponentType<{ parameter: string }>> = {
  '/': LoginPage,
  '/login': LoginPage,
  '/logout': LogoutPage,
  '/recuperaPwd': RecoverPage,
  '/reset-password/:token': ResetPage,
  '/attiva-account/:token': ActivatePage,
  '/sso': SsoPage,
  '/auth': ExternalReturnPage,
  '/errore': () => <ErrorPage />,
  [`/${REPORT_CHECK}`]: ReportCheckPage,
  [`/${REPORT_CHECK}/:token`]: ReportCheckPage,
};

const loadApplication = () => import('./Application.tsx');
const Application = lazy(loadApplication);

const SETTLED_MS = 600;

/**
 * Brings the application while the person types; not before, so that it takes nothing from the login itself. Not for a
 * visitor with a paper in his hand, who will hardly come in.
 */
function usePrefetch(path: string): void {
  const isVisitor = path.split('/')[1] === REPORT_CHECK;
  useEffect(() => {
    if (isVisitor) return;
    const timer = setTimeout(() => {
      const idle = window.requestIdleCallback ?? setTimeout;
      idle(() => void loadApplication().catch(() => undefined));
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [isVisitor]);
}

/** Every other path is the application's; without a session it leads to the login, and back after it. */
function publicPage(path: string) {
  const [, first = '', second = ''] = path.split('/');
  const Page = PUBLIC_PAGES[second ? `/${first}/:token` : `/${first}`];
  return Page && <Page key={path} parameter={decodeURIComponent(second)} />;
}

function Rooms() {
  const path = usePlace();
  usePrefetch(path);
  const page = publicPage(path);
  const user = useSyncExternalStore(session.subscribe, session.user);
  const refused = !page && !user;
  useEffect(() => {
    if (refused) place.go('/login', { from: place.full() }, { replace: true });
  }, [refused]);
  if (page)
    return (
      <PublicFrame>
        <Suspense fallback={null}>{page}</Suspense>
      </PublicFrame>
    );
  return user ? <Application key={user.idUtente} user={user} /> : null;
}

export const App = () => (
  <WordsProvider>
    <ErrorBoundary>
      <Suspense fallback={<Splash />}>
        <Rooms />
      </Suspense>
    </ErrorBoundary>
  </WordsProvider>
);
