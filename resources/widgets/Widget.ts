/** The properties of every widget of a form. */
import type { Field } from '../../schemas/entity.ts';
import { hasLines, KINDS } from '../../schemas/kinds.ts';

export interface WidgetProps {
  field: Field;
  id: string;
  label: string;
  value: unknown;
  /** Reports a new value. undefined is an empty field. */
  onChange(value: unknown): void;
  required: boolean;
  readOnly: boolean;
  error: boolean;
  /** The error, or else the help. */
  help?: string;
}

export const BOX = { size: 'small', variant: 'outlined', margin: 'none', fullWidth: true } as const;

/** The style of a read-only field, which has a darker background. */
export const READ_ONLY = { '& .MuiInputBase-root': { bgcolor: 'action.hover' } };

/** Returns how text fields display label, error and read-only state. */
export const boxOf = ({ label, required, readOnly, error, help }: WidgetProps) => ({
  ...BOX,
  sx: readOnly ? READ_ONLY : undefined,
  label,
  required,
  error,
  helperText: help,
});

/** The style of the row of a flag. On a touch screen it is as high as a finger. */
export const FLAG_ROW = { minHeight: 40, mr: 0, '@media (pointer: coarse)': { minHeight: 48 } };

/**
 * Returns the number of lines of a text box, none for a single line. Longer texts, such as a mail body, get more
 * lines.
 */
export function linesOf({ kind, maxLength = 0 }: Field): number | undefined {
  if (!hasLines(kind)) return undefined;
  return maxLength > (KINDS[kind].maxLength ?? 0) ? 12 : 3;
}

/** The number of choices above which they can be searched. */
const SEARCHED_ABOVE = 10;
export const isSearched = (choices: readonly unknown[]): boolean => choices.length > SEARCHED_ABOVE;
