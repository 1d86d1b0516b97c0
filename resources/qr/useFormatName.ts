/** The name of a label sheet: the number of labels and their size. */
import { useTranslate } from 'react-admin';
import { LOCALES } from '../../schemas/entity.ts';
import type { LabelFormat } from '../../schemas/qr/labels.ts';
import { useLanguage } from '../context/application.tsx';

export function useFormatName() {
  const translate = useTranslate();
  const language = useLanguage();
  const figure = (value: number) => value.toLocaleString(LOCALES[language], { maximumFractionDigits: 1 });
  return ({ kind, columns, rows, label }: LabelFormat): string =>
    translate(`officina.qr.format_${kind}`, {
      columns,
      rows,
      width: figure(label.width),
      height: figure(label.height),
    });
}
