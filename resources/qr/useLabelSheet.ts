/** The label sheet, stored per user, with the margins of their printer for each sheet. */
import { useState } from 'react';
import { useStore } from 'react-admin';
import { formatNamed, type LabelFormat, onOnePage, USUAL_FORMAT } from '../../schemas/qr/labels.ts';

type Margins = Partial<Pick<LabelFormat, 'left' | 'top'>>;

interface StoredSheet {
  format: string;
  margins: Record<string, Margins>;
}

export interface LabelSheet {
  /** The format with the user's margins. */
  format: LabelFormat;
  /** The place of the first label, from 1. */
  first: number;
  choose(name: string): void;
  begin(first: number): void;
  shift(margins: Margins): void;
}

export function useLabelSheet(): LabelSheet {
  const [stored, store] = useStore<StoredSheet>('qr.paper', { format: USUAL_FORMAT.name, margins: {} });
  const [first, setFirst] = useState(1);
  const labelFormat = formatNamed(stored.format) ?? USUAL_FORMAT;
  return {
    format: { ...labelFormat, ...stored.margins[labelFormat.name] },
    first: Math.min(first, onOnePage(labelFormat)),
    choose: (format) => store({ ...stored, format }),
    begin: (place) => setFirst(Math.min(Math.max(1, Math.floor(place) || 1), onOnePage(labelFormat))),
    shift: (margins) =>
      store({
        ...stored,
        margins: {
          ...stored.margins,
          [labelFormat.name]: { ...stored.margins[labelFormat.name], ...margins },
        },
      }),
  };
}
