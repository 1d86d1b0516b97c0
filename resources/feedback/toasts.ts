/** Toasts: a key of the translations, or the server's own sentence. */
import { useCallback } from 'react';
import { useNotify } from 'react-admin';
import { CallError, errorsOf, unforeseen } from '../../dataProvider/http.ts';
import type { Entity, Language } from '../../schemas/entity.ts';
import { adviceOf } from './advice.ts';

type Kind = 'success' | 'info' | 'warning' | 'error';

export function useSay() {
  const notify = useNotify();
  return useCallback(
    (message: string, type: Kind = 'success', args: Record<string, unknown> = {}) =>
      notify(message, { type, messageArgs: { _: message, ...args } }),
    [notify],
  );
}

/** Says why something did not go well, and below it what to do, where that is not said already. */
export function useSayWhy(): (error: unknown) => void {
  const say = useSay();
  return useCallback((error) => say(reasonOf(error), 'error', { advice: adviceOf(error) }), [say]);
}

/** Does it, or says why not; answers whether it went well. */
export function useAttempt(): (act: () => Promise<unknown>) => Promise<boolean> {
  const sayWhy = useSayWhy();
  return useCallback(
    async (act) => {
      try {
        await act();
        return true;
      } catch (error) {
        sayWhy(error);
        return false;
      }
    },
    [sayWhy],
  );
}

/** The server's sentence. What broke in the page itself speaks to who mends it, not to who reads it. */
export const reasonOf = (error: unknown): string =>
  error instanceof CallError ? error.message : unforeseen();

/** Why it was refused, field by field; where no field is to blame, or the reason says it all, the reason alone. */
export const faultsOf = (error: unknown, entity: Entity, language: Language): string =>
  faultsIn(reasonOf(error), errorsOf(error), entity, language);

/** The same of one that was refused among several. */
export function faultsIn(
  reason: string,
  errors: Record<string, string>,
  entity: Entity,
  language: Language,
): string {
  const told = Object.entries(errors);
  if (told.every(([, text]) => reason.includes(text))) return reason;
  return told.map(([name, text]) => `${entity.field(name)?.title[language] ?? name}: ${text}`).join('. ');
}
