/** Does an act without fields (x-at-once): sends it once, asks the server's questions, reports a refusal. */
import { useEffect, useRef } from 'react';
import type { Act } from '../../schemas/act.ts';
import type { Row } from '../../schemas/entity.ts';
import { useSayWhy } from '../feedback/toasts.ts';
import { type Outcome, useAct } from './useAct.tsx';

/** Returns a function that does the act to a record in the version that the user saw. */
export function useActAtOnce(act: Act) {
  const { ask, busy, dialog } = useAct(act);
  const sayWhy = useSayWhy();
  return {
    busy,
    dialog,
    async send(id: unknown, { versione }: Row): Promise<Outcome> {
      const outcome = await ask(id, { versione });
      if ('refused' in outcome) sayWhy(outcome.error);
      return outcome;
    },
  };
}

interface ActAtOnceProps {
  act: Act;
  id: unknown;
  row: Row;
  onEnd(): void;
}

export function ActAtOnce({ act, id, row, onEnd }: ActAtOnceProps) {
  const { send, dialog } = useActAtOnce(act);
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    void send(id, row).finally(onEnd);
  });
  return dialog;
}
