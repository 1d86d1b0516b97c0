/** The acts of an intervention that are not sent yet. */
import { useMemo, useSyncExternalStore } from 'react';
import { outbox } from '../../../dataProvider/outbox.ts';
import { isSameRecord, type Waiting } from '../../../dataProvider/outbox-order.ts';

/** Returns whether an act is of this intervention. */
export const isActOf = (id: number, act: Waiting): boolean =>
  isSameRecord(act, { on: 'intervention', id: String(id) });

/** Returns the unsent acts. Acts after a refused one do not count, because they wait for the user's decision. */
export function useUnsentActs(id: number): Waiting[] {
  const acts = useSyncExternalStore(outbox.subscribe, outbox.acts);
  return useMemo(() => {
    const own = acts.filter((act) => isActOf(id, act));
    const refused = own.findIndex(({ refusal }) => refusal !== undefined);
    return refused < 0 ? own : own.slice(0, refused);
  }, [acts, id]);
}
