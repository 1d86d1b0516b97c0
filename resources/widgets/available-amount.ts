/** The amounts below a quantity field (x-beside): the stock, and the part of it that is available. */
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import type { Beside, Field, Row } from '../../schemas/entity.ts';
import { useLanguage } from '../context/application.tsx';
import { formatMoney } from '../format/format.ts';
import { type Limit, useFormScope, useWatched } from './form-scope.ts';
import { useAnswer, useChosenRow } from './rows-of.ts';
import { useStockWords } from './stock-words.ts';

interface BesideText {
  help?: string;
  unit?: string;
}

/**
 * Returns the answer of the call. Of several rows it returns the one that matches the chosen values, or an empty
 * row if none does, as for a new place. Returns undefined until all required values are chosen.
 */
function useAnsweredRow(beside: Beside | undefined): Row | undefined {
  const { entity } = useFormScope();
  const names = beside?.match ?? [];
  const chosenValues = useWatched((row) =>
    names.map((name) => row[entity.field(name)?.rows?.typed?.into ?? ''] ?? row[name] ?? null),
  );
  const answered = useAnswer<Row | Row[]>(beside?.call);
  if (!Array.isArray(answered)) return answered;
  if (names.some((name, index) => entity.field(name)?.required && chosenValues[index] === null))
    return undefined;
  return (
    answered.find((row) => names.every((name, index) => (row[name] ?? null) === chosenValues[index])) ?? {}
  );
}

/** Sets the limits of the amount, so that the form refuses the amount before it is sent. */
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

export function useBeside(field: Field, typed: unknown): BesideText {
  const { beside } = field;
  const translate = useTranslate();
  const language = useLanguage();
  const words = useStockWords();
  const chosen = useChosenRow(beside?.row);
  const answered = useAnsweredRow(beside);
  const named = useAnswer<Row>(beside?.unit?.call);
  const row = chosen ?? answered;
  const there = row && beside?.there ? Number(row[beside.there] ?? 0) : undefined;
  const times = useWatched((typed) => beside?.times && typed[beside.times]);
  useLimits(field, there);
  if (!beside) return {};
  if (beside.says && beside.times) {
    if (typeof times !== 'number' || typeof typed !== 'number') return {};
    return { help: translate(beside.says, { amount: formatMoney(times * typed, language) }) };
  }
  const unit = beside.unit && named?.[beside.unit.column];
  const disponibile = Number(row?.[beside.free ?? beside.there ?? ''] ?? 0);
  const help = there === undefined ? undefined : words.now({ quantita: there, disponibile }, beside.says);
  const isShort =
    beside.short !== undefined && there !== undefined && typeof typed === 'number' && typed > there;
  return {
    help: isShort ? `${translate(beside.short ?? '')} ${help}` : help,
    unit: unit === null || unit === undefined ? undefined : String(unit),
  };
}
