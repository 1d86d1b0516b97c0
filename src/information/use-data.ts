import { useQuery } from '@tanstack/react-query';
import { call } from '../../dataProvider/http.ts';
import { useChosenLanguage } from '../words/Words.tsx';

/** Loads the data of a read-only page in the page's language. */
export function useData<T>(path: string) {
  const language = useChosenLanguage();
  return useQuery({
    queryKey: ['page', path, language],
    queryFn: async ({ signal }) => (await call<T>(path, { signal })).data,
  });
}
