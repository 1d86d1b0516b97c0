/** What is told of an asset in a period, as it is read. */
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

/** Each with its name, in the order in which they are asked for. */
export function useSummaryFigures(
  summary: SummaryFigures,
  names: readonly (keyof SummaryFigures)[],
): [string, string][] {
  const translate = useTranslate();
  const language = useLanguage();
  const read = (name: string, value: number | null): string => {
    if (value === null) return '–';
    return COUNTS.includes(name) ? formatCount(value, language) : formatDecimal(value, language);
  };
  return names.map((name) => [translate(`officina.reliability.${name}`), read(name, summary[name])]);
}
