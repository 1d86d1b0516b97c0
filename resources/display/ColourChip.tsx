/** A text on a background in a colour of the data, readable in both themes. */
import type { ReactNode } from 'react';
import { type Colour, hexOf, solid, textOn } from '../format/colour.ts';
import './display.css';

/** The class of the chip, for tables that reduce its padding. */
export const COLOUR_CHIP = 'colour-chip';

export function ColourChip({ colour, children }: { colour: Colour; children: ReactNode }) {
  return (
    <span className={COLOUR_CHIP} style={{ backgroundColor: hexOf(solid(colour)), color: textOn(colour) }}>
      {children}
    </span>
  );
}
