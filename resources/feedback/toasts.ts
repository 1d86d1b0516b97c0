/** Toasts: a translation key, or the server's own message. */
import { useCallback } from 'react';
import { useNotify } from 'react-admin';
import { CallError, errorsOf, unforeseen } from '../../dataProvider/http.ts';
import type { Entity, Language } from '../../schemas/entity.ts';
import { adviceOf } from './advice.ts';

type Kind = 'success' | 'info' | 'warning' | 'error';

/** The values of a message, and what is done with it. */
export type SaidWith = Record<string, unknown> & {
  /** The function behind its "undo" button. */
  undo?: () => void;
  /** What it is about. A later message about the same thing replaces it. */
  about?: string;
  /** Whether only the earlier message about the same thing is removed. */
  settled?: boolean;
};

export function useSay() {
  const notify = useNotify();
  return useCallback(
    (message: string, type: Kind = 'success', args: SaidWith = {}) =>
      notify(message, { type, messageArgs: { _: message, ...args } }),
    [notify],
  );
}

/** Returns a function that removes the message about something, because its reason no longer exists. */
export function useSettle(): (about: string) => void {
  const say = useSay();
  return useCallback((about) => say('', 'info', { about, settled: true }), [say]);
}

/** Returns a function that reports why something failed, with advice if the message has none. */
export function useSayWhy(): (error: unknown) => void {
  const say = useSay();
  return useCallback((error) => say(reasonOf(error), 'error', { advice: adviceOf(error) }), [say]);
}

/**
 * Returns a function that runs an action and reports its failure. The function returns whether the action
 * succeeded.
 */
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

/**
 * Returns the server's message. The message of an error in the page itself is for developers, not for users.
 */
export const reasonOf = (error: unknown): string =>
  error instanceof CallError ? error.message : unforeseen();

/** Returns the reasons why a call was refused, by field, or only the message if it is complete. */
export const faultsOf = (error: unknown, entity: Entity, language: Language): string =>
  faultsIn(reasonOf(error), errorsOf(error), entity, language);

/** Returns the same for one refusal of several. */
export function faultsIn(
  reason: string,
  errors: Record<string, string>,
  entity: Entity,
  language: Language,
): string {
  const entries = Object.entries(errors);
  if (entries.every(([, text]) => reason.includes(text))) return reason;
  return entries.map(([name, text]) => `${entity.field(name)?.title[language] ?? name}: ${text}`).join('. ');
}
