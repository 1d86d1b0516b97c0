import { useQuery } from '@tanstack/react-query';
import { call } from '../../dataProvider/http.ts';
import { useChosenLanguage } from '../words/Words.tsx';

/** What one call answers, for the pages that only show it: in the language of the page. */
export function useData<T>(path: string) {
  const language = useChosenLanguage();
  return useQuery({
    queryKey: ['page', path, language],
    queryFn: async ({ signal }) => (await call<T>(path, { signal })).data,
  });
}
