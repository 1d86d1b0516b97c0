/** The entry component: the public pages, and the application for signed-in users, loaded when needed. */
import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { mayHaveKey } from '../dataProvider/device-mark.ts';
import { session } from '../dataProvider/session.ts';
import { ErrorBoundary } from './session/ErrorBoundary.tsx';
import { ErrorPage } from './session/ErrorPage.tsx';
import { ExternalReturnPage } from './session/ExternalReturnPage.tsx';
import { LoginPage } from './session/LoginPage.tsx';
import { LogoutPage } from './session/LogoutPage.tsx';
import { ActivatePage, ResetPage } from './session/NewPasswordPage.tsx';
import { PublicFrame } from './session/PublicFrame.tsx';
import { place, usePlace } from './session/page-address.ts';
import { RecoverPage } from './session/RecoverPage.tsx';
import { Splash } from './session/Splash.tsx';
import { SsoPage } from './session/SsoPage.tsx';
import { WordsProvider } from './words/Words.tsx';

/**
 * This is a separate chunk: visitors who check a document do not need the sign-in page, and the sign-in page does
 * not need this page.
 */
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

export const loadApplication = () => import('./Application.tsx');
const Application = lazy(loadApplication);

const PREFETCH_DELAY_MS = 600;

/**
 * Prefetches the application while the user types, late enough not to slow down the sign-in. Visitors who check a
 * document rarely sign in, so nothing is prefetched for them.
 */
function usePrefetch(path: string): void {
  const isVisitor = isVisitorOf(path);
  useEffect(() => {
    if (isVisitor) return;
    const timer = setTimeout(() => {
      const idle = window.requestIdleCallback ?? setTimeout;
      idle(() => void loadApplication().catch(() => undefined));
    }, PREFETCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isVisitor]);
}

const CONTACT_DELAY_MS = 1500;

/**
 * Contacts the server for this device, also while nobody is signed in, because an administrator may have ended the
 * device. Visitors have no device: neither those who check a document nor those who have never signed in here.
 */
function useContact(isVisitor: boolean, user: number | undefined): void {
  useEffect(() => {
    if (isVisitor || (user === undefined && !mayHaveKey())) return;
    let stop: (() => void) | undefined;
    let stopped = false;
    const timer = setTimeout(async () => {
      // Without a network its code may be missing. The next page load makes the contact.
      const contact = await import('./offline/contact.ts').catch(() => undefined);
      if (!stopped) stop = contact?.startContact();
    }, CONTACT_DELAY_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [isVisitor, user]);
}

const isVisitorOf = (path: string): boolean => path.split('/')[1] === REPORT_CHECK;

/**
 * Returns the public page of a path. All other paths belong to the application. Without a session these redirect to
 * the sign-in page, which returns to them.
 */
function publicPage(path: string) {
  const [, first = '', second = ''] = path.split('/');
  const Page = PUBLIC_PAGES[second ? `/${first}/:token` : `/${first}`];
  return Page && <Page key={path} parameter={decodeURIComponent(second)} />;
}

function CurrentPage() {
  const path = usePlace();
  usePrefetch(path);
  const page = publicPage(path);
  const user = useSyncExternalStore(session.subscribe, session.user);
  const refused = !page && !user;
  useContact(isVisitorOf(path), user?.idUtente);
  useEffect(() => {
    if (refused) place.go('/login', { from: place.full() }, { replace: true });
  }, [refused]);
  if (page)
    return (
      <PublicFrame>
        <Suspense fallback={null}>{page}</Suspense>
      </PublicFrame>
    );
  // Another role has other pages.
  return user ? <Application key={`${user.idUtente} ${user.ruolo}`} user={user} /> : null;
}

export const App = () => (
  <WordsProvider>
    <ErrorBoundary>
      <Suspense fallback={<Splash />}>
        <CurrentPage />
      </Suspense>
    </ErrorBoundary>
  </WordsProvider>
);
