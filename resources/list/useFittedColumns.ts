/** Fits the widths of a table's columns to their content, before the browser draws them and after each change. */
import { type CSSProperties, type RefObject, useLayoutEffect } from 'react';
import type { Field } from '../../schemas/entity.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { COLOUR_CHIP } from '../display/ColourChip.tsx';
import { areWhole, type ColumnSize, fits, fitted } from './fitted.ts';

const LEAST_OF_TEXTS = 60;
/** The smallest width of a code. A code names the row, so only very long codes are cut off. */
const LEAST_OF_CODES = 130;
const USUAL_WISH = 120;

/** The properties in which a header stores the widths of its column. */
const WISHED = '--wished';
/** The smallest width; missing if nothing may be cut off. */
const LEAST = '--least';

interface HeadStyle {
  minWidth: string | undefined;
  code: boolean;
}

export const columnStyle = (field: Field, { minWidth, code }: HeadStyle): CSSProperties =>
  ({
    minWidth,
    [WISHED]: field.width ?? USUAL_WISH,
    ...(KINDS[field.kind].rigid ? {} : { [LEAST]: code ? LEAST_OF_CODES : LEAST_OF_TEXTS }),
  }) as CSSProperties;

/** The styles for measuring: first the cells alone, then the headers alone. */
export const FITTED_STYLE = {
  '& table[data-fit="cells"]': { tableLayout: 'auto', width: 'max-content !important' },
  '& table[data-fit="cells"] .MuiTableCell-root, & table[data-fit="heads"] .MuiTableCell-root': {
    width: 'auto !important',
    maxWidth: 'none !important',
  },
  '& table[data-fit="cells"] td *': { maxWidth: 'none !important' },
  '& table[data-fit="cells"] th': { fontSize: '0 !important', minWidth: '0 !important' },
  '& table[data-fit="cells"] th > *': { display: 'none' },
  '& table[data-fit="heads"]': { tableLayout: 'auto', width: 'min-content !important' },
  '& table[data-fit="heads"] tbody': { display: 'none' },
  '& table[data-fit="set"]': { tableLayout: 'fixed' },
  '& table[data-fit="set"] th': { minWidth: '0 !important' },
  '& table[data-tight] .MuiTableCell-root': { px: 0.5 },
  [`& table[data-tight] .${COLOUR_CHIP}`]: { px: 0.5 },
  // The arrow of the sorted column is in the padding of its header.
  '& table[data-tight] .MuiTableCell-head:has(.Mui-active)': { pr: 1.75 },
  '& table[data-tight] .MuiTableCell-alignRight.MuiTableCell-head:has(.Mui-active)': { pl: 1.75, pr: 0.5 },
  // Without this, the arrow would make the table wider than its space if the last column is sorted.
  '& table[data-fit="set"] th:last-of-type': { overflowX: 'clip' },
};

function sizesOf(table: HTMLTableElement, headers: HTMLElement[]): ColumnSize[] {
  const widths = (fit: string): number[] => {
    table.dataset.fit = fit;
    return headers.map((header) => header.getBoundingClientRect().width);
  };
  const [cells, titles] = [widths('cells'), widths('heads')];
  return headers.map((header, index) => {
    const [cell = 0, title = 0] = [cells[index], titles[index]];
    const whole = Math.ceil(Math.max(cell, title));
    const styled = (name: string): number => Number(header.style.getPropertyValue(name)) || whole;
    return { whole, least: Math.min(whole, Math.max(title, styled(LEAST))), wished: styled(WISHED) };
  });
}

/** Returns the sizes of the columns. Columns move closer together before anything is cut off. */
function sizesIn(table: HTMLTableElement, headers: HTMLElement[], room: number): ColumnSize[] {
  delete table.dataset.tight;
  const usual = sizesOf(table, headers);
  if (areWhole(usual, room)) return usual;
  table.dataset.tight = '';
  const close = sizesOf(table, headers);
  if (fits(close, room)) return close;
  delete table.dataset.tight;
  return usual;
}

function fitTable(table: HTMLTableElement): void {
  const headers = [...(table.tHead?.rows[0]?.cells ?? [])];
  const room = table.parentElement?.clientWidth ?? 0;
  if (headers.length === 0 || room === 0) return;
  const widths = fitted(sizesIn(table, headers, room), room);
  const total = widths.reduce((all, width) => all + width, 0);
  for (const [index, header] of headers.entries()) header.style.width = `${widths[index]}px`;
  table.style.width = `${Math.max(total, room)}px`;
  table.dataset.fit = 'set';
}

/** Returns whether only a checkbox or an action of a row changed. Such a change needs no new widths. */
const isAside = ({ target }: MutationRecord): boolean =>
  (target instanceof Element ? target : target.parentElement)?.closest('.row-select, .row-actions') !== null;

export function useFittedColumns(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = box.current!;
    const refit = () => {
      const table = element.querySelector('table');
      if (table) fitTable(table);
    };
    refit();
    const changes = new MutationObserver((records) => !records.every(isAside) && refit());
    changes.observe(element, { childList: true, subtree: true, characterData: true });
    const sizes = new ResizeObserver(refit);
    sizes.observe(element);
    let closed = false;
    document.fonts?.ready.then(() => !closed && refit());
    return () => {
      closed = true;
      changes.disconnect();
      sizes.disconnect();
    };
  }, [box]);
}
