import { createContext, useContext, useMemo } from 'react';
import { useApplication } from '../../resources/context/application.tsx';
import { useNarrow } from '../../resources/context/useNarrow.ts';
import { useWords } from '../words/Words.tsx';
import { type MenuPart, menuOf } from './menu.ts';
import type { PageRoute } from './screens.ts';

export function useMenuOf(routes: PageRoute[]): MenuPart[] {
  const { may, setting } = useApplication();
  const narrow = useNarrow();
  const { language, t } = useWords();
  return useMemo(() => {
    const visible = routes.filter(({ onPhone }) => !narrow || !onPhone || setting(onPhone) === '1');
    return menuOf({ routes: visible, may, language, t });
  }, [routes, may, setting, narrow, language, t]);
}

/** The user's menu, for all pages inside the frame. */
export const MenuContext = createContext<MenuPart[]>([]);
export const useMenu = (): MenuPart[] => useContext(MenuContext);
