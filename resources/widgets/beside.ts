/** What there is, below an amount (x-beside): all of it, and what of that nothing else waits for. */
import { useTranslate } from 'react-admin';
import type { Beside, Field, Row } from '../../schemas/entity.ts';
import { formatDecimal } from '../format.ts';
import { useLanguage } from '../House.tsx';
import { useWatched } from './form-scope.ts';
import { useAnswer, useChosenRow } from './rows-of.ts';

interface Told {
  help?: string;
  unit?: string;
}

/** What the call answers; of several rows the one that fits what was chosen, which is nothing where there is none. */
function useAnsweredRow(beside: Beside | undefined): Row | undefined {
  const names = beside?.match;
  const wanted = useWatched((row) => names?.map((name) => row[name] ?? null));
  const answered = useAnswer<Row | Row[]>(beside?.call);
  if (!Array.isArray(answered)) return answered;
  const fits = (row: Row): boolean =>
    (names ?? []).every((name, index) => (row[name] ?? null) === wanted?.[index]);
  return answered.find(fits) ?? {};
}

export function useBeside({ beside }: Field, typed: unknown): Told {
  const translate = useTranslate();
  const language = useLanguage();
  const chosen = useChosenRow(beside?.row);
  const answered = useAnsweredRow(beside);
  const named = useAnswer<Row>(beside?.unit?.call);
  if (!beside) return {};
  const unit = beside.unit && named?.[beside.unit.column];
  const row = chosen ?? answered;
  const there = row && Number(row[beside.there] ?? 0);
  const help =
    row &&
    translate(beside.says ?? 'officina.stock.there_are', {
      amount: formatDecimal(Number(there), language),
      available: formatDecimal(Number(row[beside.free ?? beside.there] ?? 0), language),
    });
  const isShort =
    beside.short !== undefined && there !== undefined && typeof typed === 'number' && typed > there;
  return {
    help: isShort ? `${translate(beside.short as string)} ${help}` : help,
    unit: unit === null || unit === undefined ? undefined : String(unit),
  };
}
