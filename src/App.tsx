/** The table of contents: the pages anyone may open, and behind the login the application, which comes when needed. */
import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { session } from '../dataProvider/session.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { place, usePlace } from './place.ts';
import { Splash } from './Splash.tsx';
import { ErrorPage } from './session/ErrorPage.tsx';
import { ExternalReturnPage } from './session/ExternalReturnPage.tsx';
import { LoginPage } from './session/LoginPage.tsx';
import { LogoutPage } from './session/LogoutPage.tsx';
import { ActivatePage, ResetPage } from './session/NewPasswordPage.tsx';
import { PublicFrame } from './session/PublicFrame.tsx';
import { RecoverPage } from './session/RecoverPage.tsx';
import { SsoPage } from './session/SsoPage.tsx';
import { WordsProvider } from './Words.tsx';

const PUBLIC_PAGES: Record<string, ComponentType<{ parameter: string }>> = {
  '/': LoginPage,
  '/login': LoginPage,
  '/logout': LogoutPage,
  '/recuperaPwd': RecoverPage,
  '/reset-password/:token': ResetPage,
  '/attiva-account/:token': ActivatePage,
  '/sso': SsoPage,
  '/auth': ExternalReturnPage,
  '/errore': ErrorPage,
};

const Application = lazy(() => import('./Application.tsx'));

/** Every other path is the application's; without a session it leads to the login, and back after it. */
function publicPage(path: string) {
  const [, first = '', second = ''] = path.split('/');
  const Page = PUBLIC_PAGES[second ? `/${first}/:token` : `/${first}`];
  return Page && <Page key={path} parameter={decodeURIComponent(second)} />;
}

function Rooms() {
  const page = publicPage(usePlace());
  const user = useSyncExternalStore(session.subscribe, session.user);
  const refused = !page && !user;
  useEffect(() => {
    if (refused) place.go('/login', { from: place.full() }, { replace: true });
  }, [refused]);
  if (page) return <PublicFrame>{page}</PublicFrame>;
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
