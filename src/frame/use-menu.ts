import { createContext, useContext, useMemo } from 'react';
import { useHouse } from '../../resources/House.tsx';
import { useWords } from '../words/Words.tsx';
import { type MenuPart, menuOf } from './menu.ts';
import type { Room } from './rooms.ts';

export function useMenuOf(rooms: Room[]): MenuPart[] {
  const { may } = useHouse();
  const { language, t } = useWords();
  return useMemo(() => menuOf({ rooms, may, language, t }), [rooms, may, language, t]);
}

/** The person's own menu, for every screen below the frame. */
export const MenuContext = createContext<MenuPart[]>([]);
export const useMenu = (): MenuPart[] => useContext(MenuContext);
