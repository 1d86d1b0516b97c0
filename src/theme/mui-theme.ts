/**
 * The theme of the component library: the palette, dense controls, rows of 36 px for a mouse and targets of 48 px for
 * touch.
 */

import { enUS, itIT } from '@mui/material/locale';
import { createTheme, type Theme, type ThemeOptions } from '@mui/material/styles';
import type {} from '@mui/x-date-pickers/themeAugmentation';
import type { Language } from '../../schemas/entity.ts';
import { FONT, type Mode, PALETTES, type Palette } from './palette.ts';

const LOCALES = { it: itIT, en: enUS };

const TOUCH = '@media (pointer: coarse)';

/** The style of a focus outline inside the element, where surrounding elements do not hide it. */
const INSET = { styleOverrides: { root: { '&.Mui-focusVisible': { outlineOffset: -2 } } } };

const controls = (colours: Palette): ThemeOptions['components'] => ({
  // Without its ripple, the library shows no focus.
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: { '&.Mui-focusVisible': { outline: `2px solid ${colours.accent}`, outlineOffset: 2 } },
    },
  },
  MuiCardActionArea: INSET,
  MuiListItemButton: INSET,
  MuiToggleButton: INSET,
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: { textTransform: 'none', fontWeight: 550, borderRadius: 6, [TOUCH]: { minHeight: 48 } },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: {
        borderRadius: 6,
        color: colours.muted,
        '&:hover': { backgroundColor: colours.hover, color: colours.text },
        [TOUCH]: { minWidth: 48, minHeight: 48 },
      },
    },
  },
  MuiTabs: { styleOverrides: { root: { minHeight: 40 } } },
  MuiTab: {
    styleOverrides: {
      root: {
        textTransform: 'none',
        fontWeight: 550,
        minHeight: 40,
        '&.Mui-focusVisible': { outlineOffset: -2 },
        [TOUCH]: { minHeight: 48 },
      },
    },
  },
  MuiPaginationItem: {
    styleOverrides: { root: { [TOUCH]: { minWidth: 48, minHeight: 48, margin: 0 } } },
  },
  MuiChip: { styleOverrides: { root: { borderRadius: 6, fontWeight: 500 } } },
});

const fields = (colours: Palette): ThemeOptions['components'] => ({
  MuiTextField: { defaultProps: { size: 'small', variant: 'outlined', margin: 'none' } },
  MuiFormControl: { defaultProps: { size: 'small', margin: 'none' } },
  MuiOutlinedInput: {
    styleOverrides: {
      root: { borderRadius: 6, backgroundColor: colours.surface, [TOUCH]: { minHeight: 48 } },
      notchedOutline: { borderColor: colours.strongLine },
    },
  },
  MuiPickersOutlinedInput: {
    styleOverrides: {
      root: { borderRadius: 6, backgroundColor: colours.surface, [TOUCH]: { minHeight: 48 } },
      notchedOutline: { borderColor: colours.strongLine },
    },
  },
  MuiInputLabel: {
    styleOverrides: {
      root: {
        color: colours.muted,
        // The label is centred in the higher field until it floats.
        [TOUCH]: {
          '&.MuiInputLabel-outlined:not(.MuiInputLabel-shrink)': {
            transform: 'translate(14px, 14px) scale(1)',
          },
        },
      },
    },
  },
  MuiFormHelperText: { styleOverrides: { root: { marginLeft: 2 } } },
});

const surfaces = (colours: Palette): ThemeOptions['components'] => ({
  // The window has the colours of a page that has its own, also around that page.
  MuiCssBaseline: { styleOverrides: { body: { backgroundColor: 'var(--ground)', color: 'var(--text)' } } },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: {
      root: { backgroundImage: 'none' },
      outlined: { borderColor: colours.line },
    },
  },
  MuiCard: { defaultProps: { variant: 'outlined' } },
  MuiDialog: { styleOverrides: { paper: { boxShadow: colours.shadow, backgroundColor: colours.raised } } },
  MuiMenu: {
    styleOverrides: {
      paper: {
        boxShadow: colours.shadow,
        border: `1px solid ${colours.line}`,
        backgroundColor: colours.raised,
      },
    },
  },
  MuiPopover: {
    styleOverrides: { paper: { boxShadow: colours.shadow, border: `1px solid ${colours.line}` } },
  },
  MuiAutocomplete: {
    styleOverrides: { paper: { boxShadow: colours.shadow, border: `1px solid ${colours.line}` } },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 200, enterNextDelay: 200, arrow: true },
    styleOverrides: {
      tooltip: { backgroundColor: colours.text, color: colours.ground, fontSize: '0.75rem' },
      arrow: { color: colours.text },
    },
  },
  MuiDrawer: { styleOverrides: { paper: { boxShadow: colours.shadow } } },
  MuiDivider: { styleOverrides: { root: { borderColor: colours.line } } },
});

const tables = (colours: Palette): ThemeOptions['components'] => ({
  MuiTableRow: {
    styleOverrides: {
      root: {
        height: 36,
        '&.MuiTableRow-hover:hover': { backgroundColor: colours.hover },
        [TOUCH]: { height: 48 },
      },
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: { borderColor: colours.line, fontVariantNumeric: 'tabular-nums' },
      sizeSmall: { padding: '4px 12px' },
      head: { color: colours.muted, fontWeight: 600, backgroundColor: colours.surface },
      stickyHeader: { backgroundColor: colours.surface },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        minHeight: 36,
        '&.Mui-focusVisible': { outlineOffset: -2 },
        [TOUCH]: { minHeight: 48 },
      },
    },
  },
});

interface Looks {
  colours?: Palette;
  /** The size of texts, compared with the usual size. */
  scale?: number;
}

export function createMuiTheme(mode: Mode, language: Language, looks: Looks = {}): Theme {
  const { colours = PALETTES[mode], scale = 1 } = looks;
  const size = (rem: number): string => `${rem * scale}rem`;
  const shades = (main: string) => ({ main, contrastText: mode === 'light' ? '#ffffff' : colours.ground });
  return createTheme(
    {
      palette: {
        mode,
        primary: { main: colours.accent, dark: colours.accentStrong, contrastText: colours.onAccent },
        secondary: { main: colours.accent, contrastText: colours.onAccent },
        error: shades(colours.danger),
        warning: shades(colours.warning),
        success: shades(colours.success),
        info: shades(colours.info),
        background: { default: colours.ground, paper: colours.surface },
        text: { primary: colours.text, secondary: colours.muted },
        divider: colours.line,
        action: { hover: colours.hover, selected: colours.accentSoft },
      },
      shape: { borderRadius: 8 },
      // The setting of the user's device.
      motion: { reducedMotion: 'system' },
      typography: {
        fontFamily: FONT,
        fontSize: 14 * scale,
        h1: { fontSize: size(1.5), fontWeight: 650, letterSpacing: '-0.015em', lineHeight: 1.25 },
        h2: { fontSize: size(1.25), fontWeight: 650, letterSpacing: '-0.01em' },
        h3: { fontSize: size(1.0625), fontWeight: 600 },
        h4: { fontSize: size(1.25), fontWeight: 650, letterSpacing: '-0.01em' },
        h5: { fontSize: size(1.25), fontWeight: 650, letterSpacing: '-0.01em' },
        h6: { fontSize: size(0.9375), fontWeight: 600 },
        body1: { fontSize: size(0.875) },
        body2: { fontSize: size(0.8125) },
        button: { fontSize: size(0.875) },
      },
      components: { ...controls(colours), ...fields(colours), ...surfaces(colours), ...tables(colours) },
    },
    LOCALES[language],
  );
}
