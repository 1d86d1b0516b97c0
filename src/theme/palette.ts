/** The colours of both themes; the CSS variables and the component library's theme are made from them. */
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

export const FONT = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
