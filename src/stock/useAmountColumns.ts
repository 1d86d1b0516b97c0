/** The columns of an amount: the stock, and how much of it is available. */
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../resources/context/application.tsx';
import { formatDecimal } from '../../resources/format/format.ts';
import type { TableColumn } from '../../resources/list/DataTable.tsx';

interface Amount {
  quantita: number;
  disponibile: number;
}

export function useAmountColumns<T extends Amount>(): TableColumn<T>[] {
  const translate = useTranslate();
  const language = useLanguage();
  const column = (key: string, of: (row: Amount) => number): TableColumn<T> => ({
    key,
    label: translate(`officina.stock.${key}`),
    right: true,
    value: (row) => formatDecimal(of(row), language),
  });
  return [column('quantity', (row) => row.quantita), column('available', (row) => row.disponibile)];
}
