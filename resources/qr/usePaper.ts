/** The paper that labels are printed on: kept for the person, with the margins of each sheet as his printer wants them. */
import { useState } from 'react';
import { useStore } from 'react-admin';
import { formatNamed, type LabelFormat, onOnePage, USUAL_FORMAT } from '../../schemas/qr/labels.ts';

type Margins = Partial<Pick<LabelFormat, 'left' | 'top'>>;

interface Kept {
  format: string;
  margins: Record<string, Margins>;
}

export interface Paper {
  /** With the margins set for it. */
  format: LabelFormat;
  /** Place of the first label, from 1. */
  first: number;
  choose(name: string): void;
  begin(first: number): void;
  shift(margins: Margins): void;
}

export function usePaper(): Paper {
  const [kept, keep] = useStore<Kept>('qr.paper', { format: USUAL_FORMAT.name, margins: {} });
  const [first, setFirst] = useState(1);
  const known = formatNamed(kept.format) ?? USUAL_FORMAT;
  return {
    format: { ...known, ...kept.margins[known.name] },
    first: Math.min(first, onOnePage(known)),
    choose: (format) => keep({ ...kept, format }),
    begin: (place) => setFirst(Math.min(Math.max(1, Math.floor(place) || 1), onOnePage(known))),
    shift: (margins) =>
      keep({
        ...kept,
        margins: { ...kept.margins, [known.name]: { ...kept.margins[known.name], ...margins } },
      }),
  };
}
