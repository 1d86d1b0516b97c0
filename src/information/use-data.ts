import { useQuery } from '@tanstack/react-query';
import { call } from '../../dataProvider/http.ts';

/** What one call answers, for the pages that only show it. */
export const useData = <T>(path: string) =>
  useQuery({
    queryKey: ['page', path],
    queryFn: async ({ signal }) => (await call<T>(path, { signal })).data,
  });
