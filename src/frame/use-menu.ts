import { createContext, useContext, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useApplication, useLanguage } from '../../resources/context/application.tsx';
import { useNarrow } from '../../resources/context/useNarrow.ts';
import { type MenuPart, menuOf } from './menu.ts';
import type { PageRoute } from './screens.ts';

export function useMenuOf(routes: PageRoute[]): MenuPart[] {
  const { may, setting } = useApplication();
  const narrow = useNarrow();
  const translate = useTranslate();
  const language = useLanguage();
  return useMemo(() => {
    const visible = routes.filter(({ onPhone }) => !narrow || !onPhone || setting(onPhone) === '1');
    return menuOf({ routes: visible, may, language, translate });
  }, [routes, may, setting, narrow, language, translate]);
}

/** The user's menu, for all pages inside the frame. */
export const MenuContext = createContext<MenuPart[]>([]);
export const useMenu = (): MenuPart[] => useContext(MenuContext);
