/** The label sheet, stored per user, with the margins of their printer for each sheet. */
import { useState } from 'react';
import { useStore } from 'react-admin';
import { formatNamed, type LabelFormat, onOnePage, USUAL_FORMAT } from '../../schemas/qr/labels.ts';

type Margins = Partial<Pick<LabelFormat, 'left' | 'top'>>;

interface Kept {
  format: string;
  margins: Record<string, Margins>;
}

export interface Paper {
  /** With the user's margins. */
  format: LabelFormat;
  /** The place of the first label, from 1. */
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
