/** The providers around every page: theme, translations, router, contexts of react-admin. */
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient } from '@tanstack/react-query';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { createContext, type ReactNode, Suspense, useContext, useEffect, useMemo, useState } from 'react';
import {
  CoreAdminContext,
  type CoreAdminContextProps,
  localStorageStore,
  type TranslationMessages,
} from 'react-admin';
import { createBrowserRouter, Navigate, Route, RouterProvider, Routes, useLocation } from 'react-router';
import { createDataProvider } from '../../dataProvider/provider.ts';
import type { SessionUser } from '../../dataProvider/session.ts';
import { onSettingsChange } from '../../dataProvider/settings-news.ts';
import { messagesFor } from '../../i18n/messages-for.ts';
import { useApplication } from '../../resources/context/application.tsx';
import { useIdle } from '../../resources/context/useIdle.ts';
import { useNarrow } from '../../resources/context/useNarrow.ts';
import { isPassing } from '../../resources/feedback/advice.ts';
import { place } from '../session/page-address.ts';
import { useMode } from '../theme/mode.ts';
import { createMuiTheme } from '../theme/mui-theme.ts';
import { useWords } from '../words/Words.tsx';
import { Frame } from './Frame.tsx';
import type { Plant } from './plant-data.ts';
import { Refused, Unknown } from './Refused.tsx';
import { type PageRoute, refusalOf } from './screens.ts';

interface FoundationsProps {
  plant: Plant;
  user: SessionUser;
  routes: PageRoute[];
  /** A component that works while the page of a phone is idle, and draws nothing. */
  background: ReactNode;
}

interface PageContext extends FoundationsProps {
  contexts: CoreAdminContextProps;
}

/** Passes changing values to the router's elements, which never change. */
const FoundationsContext = createContext<PageContext | undefined>(undefined);

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // Requests run even when the browser reports itself offline: the server may be in the local network.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 2 && isPassing(error),
      },
      mutations: { networkMode: 'always' },
    },
  });

/** Returns a provider per language. A new provider draws all texts again and keeps typed values. */
function useI18nProvider({ entities }: Plant) {
  const { language, messages } = useWords();
  return useMemo(
    () =>
      polyglotI18nProvider(
        () => messagesFor(language, entities, messages) as unknown as TranslationMessages,
        language,
        [],
        { allowMissing: true },
      ),
    [language, messages, entities],
  );
}

/** A data router, because forms with unsaved changes block navigation. */
const createRouter = () => createBrowserRouter([{ path: '*', element: <Pages /> }]);

export function Foundations(props: FoundationsProps) {
  const { plant, user } = props;
  const mode = useMode();
  const { language } = useWords();
  const theme = useMemo(() => createMuiTheme(mode, language), [mode, language]);
  const i18nProvider = useI18nProvider(plant);
  const [queryClient] = useState(createQueryClient);
  const [store] = useState(() => localStorageStore('1', `officina-${user.idUtente}`));
  const [dataProvider] = useState(() => createDataProvider(plant.entities));
  const [router] = useState(createRouter);
  useEffect(() => () => router.dispose(), [router]);
  useEffect(
    () => onSettingsChange(() => queryClient.invalidateQueries({ queryKey: ['settings'] })),
    [queryClient],
  );
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <FoundationsContext value={{ ...props, contexts: { i18nProvider, queryClient, store, dataProvider } }}>
        <RouterProvider router={router} />
      </FoundationsContext>
    </ThemeProvider>
  );
}

function Pages() {
  const { contexts, routes, user, background } = useContext(FoundationsContext)!;
  const { family, setting } = useApplication();
  const narrow = useNarrow();
  return (
    <CoreAdminContext {...contexts}>
      <Routes>
        <Route element={<Frame routes={routes} user={user} />}>
          {routes.map((route) => {
            const reason = refusalOf(route, { family, setting, narrow });
            const element = reason ? <Refused route={route} reason={reason} /> : route.element;
            return <Route key={route.path} path={route.path} element={element} />;
          })}
        </Route>
        <Route path="/home-container" element={<Navigate to="/home" replace />} />
        <Route path="*" element={<Leave />} />
      </Routes>
      {narrow && <WhenIdle>{background}</WhenIdle>}
    </CoreAdminContext>
  );
}

function WhenIdle({ children }: { children: ReactNode }) {
  return useIdle() ? <Suspense fallback={null}>{children}</Suspense> : null;
}

const OUTSIDE = ['/logout', '/login', '/recuperaPwd', '/errore'];

/** Handles paths outside the application, and unknown paths. */
function Leave() {
  const { pathname } = useLocation();
  const outside = OUTSIDE.includes(pathname);
  useEffect(() => {
    if (outside) place.go(pathname, {}, { replace: true });
  }, [outside, pathname]);
  return outside ? null : <Unknown />;
}
