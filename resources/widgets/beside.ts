/** What there is, below an amount (x-beside): all of it, and what of that nothing else waits for. */
import { useTranslate } from 'react-admin';
import type { Field, Row } from '../../schemas/entity.ts';
import { formatDecimal } from '../format.ts';
import { useLanguage } from '../House.tsx';
import { useAnswer, useChosenRow } from './rows-of.ts';

interface Told {
  help?: string;
  unit?: string;
}

export function useBeside({ beside }: Field, typed: unknown): Told {
  const translate = useTranslate();
  const language = useLanguage();
  const chosen = useChosenRow(beside?.row);
  const answered = useAnswer<Row>(beside?.call);
  const named = useAnswer<Row>(beside?.unit?.call);
  if (!beside) return {};
  const unit = beside.unit && named?.[beside.unit.column];
  const row = chosen ?? answered;
  const there = row && Number(row[beside.there]);
  const help =
    row &&
    translate(beside.says ?? 'officina.stock.there_are', {
      amount: formatDecimal(Number(there), language),
      available: formatDecimal(Number(row[beside.free ?? beside.there]), language),
    });
  const isShort =
    beside.short !== undefined && there !== undefined && typeof typed === 'number' && typed > there;
  return {
    help: isShort ? `${translate(beside.short as string)} ${help}` : help,
    unit: unit === null || unit === undefined ? undefined : String(unit),
  };
}
