/**
 * The translations of the interface in the selected language. The application adds those of react-admin and the
 * schemas.
 */
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { language } from '../../i18n/language.ts';
import { loadMessages, type Messages, type Translate, translator } from '../../i18n/messages.ts';
import type { Language } from '../../schemas/entity.ts';

export interface Words {
  language: Language;
  messages: Messages;
  t: Translate;
}

const WordsContext = createContext<Words | undefined>(undefined);

export const useChosenLanguage = (): Language => useSyncExternalStore(language.subscribe, language.current);

/**
 * Provides the translations. The old ones stay until those of a new language are loaded, so that the page does not
 * flicker.
 */
export function WordsProvider({ children }: { children: ReactNode }) {
  const chosen = useChosenLanguage();
  const [loaded, setLoaded] = useState<{ language: Language; messages: Messages }>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let stale = false;
    loadMessages(chosen).then(
      (messages) => stale || setLoaded({ language: chosen, messages }),
      () => stale || setFailed(true),
    );
    return () => {
      stale = true;
    };
  }, [chosen]);
  const words = useMemo(() => loaded && { ...loaded, t: translator(loaded.messages) }, [loaded]);
  if (!words) return failed ? <WordsMissing /> : null;
  return <WordsContext value={words}>{children}</WordsContext>;
}

/** The only text that cannot come from the translation files. */
const WordsMissing = () => (
  <main className="splash">
    <p>
      Impossibile connettersi al server. Riprova più tardi.
      <br />
      Cannot connect to the server. Try again later.
    </p>
  </main>
);

export function useWords(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new Error('A page is outside <WordsProvider>');
  return words;
}
