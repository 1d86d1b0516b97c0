/** What every screen stands on: the theme, the words, the router, react-admin's contexts. */
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient } from '@tanstack/react-query';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { createContext, useContext, useEffect, useMemo, useState } from 'react';
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
import { useHouse } from '../../resources/context/application.tsx';
import { useNarrow } from '../../resources/context/useNarrow.ts';
import { isPassing } from '../../resources/feedback/advice.ts';
import { place } from '../session/page-address.ts';
import { useMode } from '../theme/mode.ts';
import { createMuiTheme } from '../theme/mui-theme.ts';
import { useWords } from '../words/Words.tsx';
import { Frame } from './Frame.tsx';
import type { Plant } from './plant-data.ts';
import { Refused, Unknown } from './Refused.tsx';
import { type Room, refusalOf } from './screens.ts';

interface FoundationsProps {
  plant: Plant;
  user: SessionUser;
  rooms: Room[];
}

interface Ground extends FoundationsProps {
  contexts: CoreAdminContextProps;
}

/** The router keeps its elements; what changes while it stands comes to them this way. */
const GroundContext = createContext<Ground | undefined>(undefined);

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // The plant's server may be near while the browser believes itself offline: it is asked all the same.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 2 && isPassing(error),
      },
      mutations: { networkMode: 'always' },
    },
  });

/** A new provider for a new language draws every text again and loses nothing that was typed. */
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

/** A data router, so that a form with unsaved changes can hold a move back. */
const createRouter = () => createBrowserRouter([{ path: '*', element: <Floor /> }]);

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
      <GroundContext value={{ ...props, contexts: { i18nProvider, queryClient, store, dataProvider } }}>
        <RouterProvider router={router} />
      </GroundContext>
    </ThemeProvider>
  );
}

function Floor() {
  const { contexts, rooms, user } = useContext(GroundContext)!;
  const { family, setting } = useHouse();
  const narrow = useNarrow();
  return (
    <CoreAdminContext {...contexts}>
      <Routes>
        <Route element={<Frame rooms={rooms} user={user} />}>
          {rooms.map((room) => {
            const reason = refusalOf(room, { family, setting, narrow });
            const element = reason ? <Refused room={room} reason={reason} /> : room.element;
            return <Route key={room.path} path={room.path} element={element} />;
          })}
        </Route>
        <Route path="/home-container" element={<Navigate to="/home" replace />} />
        <Route path="*" element={<Leave />} />
      </Routes>
    </CoreAdminContext>
  );
}

const OUTSIDE = ['/logout', '/login', '/recuperaPwd', '/errore'];

/** A path that is no screen of the application: a page outside it, or unknown. */
function Leave() {
  const { pathname } = useLocation();
  const outside = OUTSIDE.includes(pathname);
  useEffect(() => {
    if (outside) place.go(pathname, {}, { replace: true });
  }, [outside, pathname]);
  return outside ? null : <Unknown />;
}
