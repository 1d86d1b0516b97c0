/** What there is, below an amount (x-beside): all of it, and what of that nothing else waits for. */
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import type { Beside, Field, Row } from '../../schemas/entity.ts';
import { formatDecimal } from '../format.ts';
import { useLanguage } from '../House.tsx';
import { type Limit, useFormScope, useWatched } from './form-scope.ts';
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

/** The form refuses what is beyond what there is, before it is sent. */
function useLimits({ name, beside }: Field, there: number | undefined): void {
  const { values } = useFormScope();
  const least = Number(useChosenRow(beside?.least?.row)?.[beside?.least?.column ?? ''] ?? Number.NaN);
  useEffect(() => {
    const limits: Limit[] = [];
    if (beside?.most && there !== undefined) limits.push({ side: 'above', value: there, rule: beside.most });
    if (beside?.least && !Number.isNaN(least))
      limits.push({ side: 'below', value: -least, rule: beside.least.rule });
    values.limits.set(name, limits);
  }, [values, name, beside, there, least]);
}

export function useBeside(field: Field, typed: unknown): Told {
  const { beside } = field;
  const translate = useTranslate();
  const language = useLanguage();
  const chosen = useChosenRow(beside?.row);
  const answered = useAnsweredRow(beside);
  const named = useAnswer<Row>(beside?.unit?.call);
  const row = chosen ?? answered;
  const there = row && beside ? Number(row[beside.there] ?? 0) : undefined;
  useLimits(field, there);
  if (!beside) return {};
  const unit = beside.unit && named?.[beside.unit.column];
  const help =
    row &&
    translate(beside.says ?? 'officina.stock.there_are', {
      amount: formatDecimal(Number(there), language),
      available: formatDecimal(Number(row[beside.free ?? beside.there] ?? 0), language),
    });
  const isShort =
    beside.short !== undefined && there !== undefined && typeof typed === 'number' && typed > there;
  return {
    help: isShort ? `${translate(beside.short ?? '')} ${help}` : help,
    unit: unit === null || unit === undefined ? undefined : String(unit),
  };
}
