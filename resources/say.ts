/** Toasts: a key of the translations, or the server's own sentence. */
import { useCallback } from 'react';
import { useNotify } from 'react-admin';

type Kind = 'success' | 'info' | 'warning' | 'error';

export function useSay() {
  const notify = useNotify();
  return useCallback(
    (message: string, type: Kind = 'success', args: Record<string, unknown> = {}) =>
      notify(message, { type, messageArgs: { _: message, ...args } }),
    [notify],
  );
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
