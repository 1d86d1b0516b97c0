/** Formats the figures of an asset in a period. */
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../resources/context/application.tsx';
import { formatCount, formatDecimal } from '../../resources/format/format.ts';

export interface SummaryFigures {
  period_days: number;
  total: number;
  mtbf: number | null;
  mttr: number | null;
  availability: number | null;
}

const COUNTS = ['period_days', 'total'];

/** Returns pairs of label and value, in the given order. */
export function useSummaryFigures(
  summary: SummaryFigures,
  names: readonly (keyof SummaryFigures)[],
): [string, string][] {
  const translate = useTranslate();
  const language = useLanguage();
  const formatted = (name: string, value: number | null): string => {
    if (value === null) return '–';
    return COUNTS.includes(name) ? formatCount(value, language) : formatDecimal(value, language);
  };
  return names.map((name) => [translate(`officina.reliability.${name}`), formatted(name, summary[name])]);
}
