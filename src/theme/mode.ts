/** The light or dark theme: the user's choice, or else the system's. Writes the palette as CSS variables. */
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { Listeners } from '../../schemas/listeners.ts';
import { type Mode, PALETTES, type Palette } from './palette.ts';

const KEY = 'tema';
const listeners = new Listeners();
const systemDark = matchMedia('(prefers-color-scheme: dark)');

const read = (): Mode => {
  const stored = localStorage.getItem(KEY);
  if (stored === 'light' || stored === 'dark') return stored;
  return systemDark.matches ? 'dark' : 'light';
};

let current = read();
/** The colours of a page that has its own, for the frame around it too. */
let own: { mode: Mode; colours: Palette } | undefined;

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns a palette as CSS variables. */
export const variablesOf = (palette: Palette): Record<string, string> =>
  Object.fromEntries(Object.entries(palette).map(([name, value]) => [`--${kebab(name)}`, value]));

function draw(): void {
  const root = document.documentElement;
  for (const [name, value] of Object.entries(variablesOf(own?.colours ?? PALETTES[current])))
    root.style.setProperty(name, value);
  root.style.colorScheme = own?.mode ?? current;
  root.dataset.theme = current;
}

function update(): void {
  current = read();
  draw();
  listeners.notify();
}

export function startTheme(): void {
  draw();
  systemDark.addEventListener('change', update);
  addEventListener('storage', (event) => {
    if (event.key === KEY) update();
  });
}

export function chooseMode(mode: Mode): void {
  localStorage.setItem(KEY, mode);
  update();
}

export const useMode = (): Mode => useSyncExternalStore(listeners.subscribe, () => current);

/** Draws the whole window in the colours of a page while the page is open. */
export function useOwnColours(mode: Mode, colours: Palette): void {
  useLayoutEffect(() => {
    own = { mode, colours };
    draw();
    return () => {
      own = undefined;
      draw();
    };
  }, [mode, colours]);
}
