/** The colours of both themes. The CSS variables and the component library's theme are made from them. */
export type Mode = 'light' | 'dark';

export interface Palette {
  ground: string;
  surface: string;
  raised: string;
  hover: string;
  line: string;
  strongLine: string;
  text: string;
  muted: string;
  accent: string;
  accentStrong: string;
  accentSoft: string;
  onAccent: string;
  danger: string;
  dangerSoft: string;
  warning: string;
  warningSoft: string;
  success: string;
  successSoft: string;
  info: string;
  infoSoft: string;
  shadow: string;
}

export const PALETTES: Record<Mode, Palette> = {
  light: {
    ground: '#f4f6f7',
    surface: '#ffffff',
    raised: '#ffffff',
    hover: '#eef1f3',
    line: '#dde3e7',
    strongLine: '#84919a',
    text: '#151b1f',
    muted: '#55616a',
    accent: '#0b6e74',
    accentStrong: '#07565b',
    accentSoft: '#e0f0f0',
    onAccent: '#ffffff',
    danger: '#b3261e',
    dangerSoft: '#fbeae9',
    warning: '#8a5200',
    warningSoft: '#fdf1dc',
    success: '#1a6b3c',
    successSoft: '#e4f4ea',
    info: '#27588f',
    infoSoft: '#e7eff8',
    shadow: '0 1px 2px rgb(16 24 32 / 8%), 0 12px 32px -8px rgb(16 24 32 / 20%)',
  },
  dark: {
    ground: '#0f1416',
    surface: '#161c1f',
    raised: '#1c2428',
    hover: '#222b30',
    line: '#2a353a',
    strongLine: '#6d7b83',
    text: '#e7ecee',
    muted: '#9fabb2',
    accent: '#4fc4c4',
    accentStrong: '#7ad9d8',
    accentSoft: '#143639',
    onAccent: '#04201f',
    danger: '#f2a09a',
    dangerSoft: '#3b1c1a',
    warning: '#efbf72',
    warningSoft: '#38290f',
    success: '#83d3a2',
    successSoft: '#14301f',
    info: '#97bfee',
    infoSoft: '#172a41',
    shadow: '0 1px 2px rgb(0 0 0 / 40%), 0 16px 40px -8px rgb(0 0 0 / 60%)',
  },
};

/** The colours of work mode, whose texts have a contrast of at least 7:1. */
export const CLEAR: Record<Mode, Palette> = {
  light: {
    ...PALETTES.light,
    strongLine: '#5d6a73',
    muted: '#3a454d',
    accent: '#07565b',
    accentStrong: '#04393d',
    danger: '#8f1a14',
    warning: '#653b00',
    success: '#0f4d2a',
    info: '#1b4473',
  },
  dark: {
    ...PALETTES.dark,
    strongLine: '#8b99a1',
    text: '#f2f5f6',
    muted: '#c3cdd2',
    accent: '#6ad6d5',
  },
};

/** Work mode in bright light: black on white, in both themes. */
export const SUNLIGHT: Palette = {
  ...CLEAR.light,
  ground: '#ffffff',
  hover: '#f2f2f2',
  line: '#000000',
  strongLine: '#000000',
  text: '#000000',
  muted: '#000000',
  accent: '#00393d',
};

export const FONT = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
