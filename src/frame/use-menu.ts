import { createContext, useContext, useMemo } from 'react';
import { useHouse } from '../../resources/context/application.tsx';
import { useNarrow } from '../../resources/context/useNarrow.ts';
import { useWords } from '../words/Words.tsx';
import { type MenuPart, menuOf } from './menu.ts';
import type { Room } from './screens.ts';

export function useMenuOf(rooms: Room[]): MenuPart[] {
  const { may, setting } = useHouse();
  const narrow = useNarrow();
  const { language, t } = useWords();
  return useMemo(() => {
    const there = rooms.filter(({ onPhone }) => !narrow || !onPhone || setting(onPhone) === '1');
    return menuOf({ rooms: there, may, language, t });
  }, [rooms, may, setting, narrow, language, t]);
}

/** The person's own menu, for every screen below the frame. */
export const MenuContext = createContext<MenuPart[]>([]);
export const useMenu = (): MenuPart[] => useContext(MenuContext);
