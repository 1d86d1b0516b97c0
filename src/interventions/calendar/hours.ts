/** Formats hours: '9,5 h'. */
import { useMemo } from 'react';
import { useLanguage } from '../../../resources/context/application.tsx';

export function useHours(): (hours: number) => string {
  const language = useLanguage();
  return useMemo(() => {
    const format = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
    return (hours) => `${format.format(hours)} h`;
  }, [language]);
}
