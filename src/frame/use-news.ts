/** The user's news, read every minute and when the window gets the focus. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../dataProvider/http.ts';
import { MINUTE_MS } from '../../schemas/durations.ts';
import type { NewsLine } from '../../schemas/news.ts';

export interface News {
  non_lette: number;
  righe: NewsLine[];
}

const KEY = ['novita'];

export const useNews = () =>
  useQuery<News, Error>({
    queryKey: KEY,
    queryFn: async () => (await call<News>('/novita/')).data,
    refetchInterval: MINUTE_MS,
    refetchOnWindowFocus: true,
  });

/** Marks one news as read, or all up to this one. */
export function useReadNews() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { id: number } | { fino_a: number }) =>
      call('/novita/lette/', { method: 'POST', body }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
