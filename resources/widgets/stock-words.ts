/**
 * The texts for the stock and for the part of it that no open reservation needs. Every dialog about stock displays
 * both, even if they are equal, so that users see that nothing is reserved.
 */
import { useTranslate } from 'react-admin';
import { useLanguage } from '../context/application.tsx';
import { formatDecimal } from '../format/format.ts';

interface Stock {
  quantita: number;
  disponibile: number;
}

export function useStockWords() {
  const translate = useTranslate();
  const language = useLanguage();
  const amounts = ({ quantita, disponibile }: Stock) => ({
    amount: formatDecimal(quantita, language),
    available: formatDecimal(disponibile, language),
  });
  return {
    now: (stock: Stock, says = 'officina.stock.there_are'): string => translate(says, amounts(stock)),
    at: (place: string, stock: Stock): string =>
      translate('officina.stock.at_place', { place, ...amounts(stock) }),
  };
}
