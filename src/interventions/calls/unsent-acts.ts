/** The acts of an intervention that the answers on the page do not contain yet. */
import { useMemo, useSyncExternalStore } from 'react';
import { outbox } from '../../../dataProvider/outbox.ts';
import { isSameRecord, type Waiting } from '../../../dataProvider/outbox-order.ts';
import { type Displayed, isMissingIn } from '../../../dataProvider/sent.ts';
import type { Row } from '../../../schemas/entity.ts';
import { useRows } from './intervention-calls.ts';

/** Returns whether an act is of this intervention. */
export const isActOf = (id: number, act: Waiting): boolean =>
  isSameRecord(act, { on: 'intervention', id: String(id) });

/** Returns whether the server does not have the act yet. */
export const isUnsent = (act: Waiting): boolean => !('sentAt' in act);

/** Returns the acts without a refused one and those after it on the same record, which wait for the user's decision. */
function beforeRefusals(acts: Waiting[]): Waiting[] {
  const refused = new Set<string>();
  return acts.filter(({ on, id, refusal }) => {
    if (refusal !== undefined) refused.add(`${on} ${id}`);
    return !refused.has(`${on} ${id}`);
  });
}

/** Returns the unsent acts of an intervention, or of all records. */
export function useUnsentActs(id?: number): Waiting[] {
  const acts = useSyncExternalStore(outbox.subscribe, outbox.acts);
  return useMemo(
    () => beforeRefusals(acts.filter((act) => id === undefined || isActOf(id, act))),
    [acts, id],
  );
}

/** Returns the unsent acts, after those that were sent later than the displayed answer was requested. */
export function useActsOver(id: number | undefined, { path, query, arrivedAt }: Displayed): Waiting[] {
  const unsent = useUnsentActs(id);
  const sent = useSyncExternalStore(outbox.subscribe, outbox.sent);
  const missing = sent
    .filter((act) => (id === undefined || isActOf(id, act)) && isMissingIn(act, { path, query, arrivedAt }))
    .sort((one, other) => one.doneAt - other.doneAt);
  const keys = missing.map(({ key }) => key).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys say which acts there are.
  return useMemo(() => [...missing, ...unsent], [keys, unsent]);
}

/** Loads the rows at an address below the intervention, with the acts that they do not contain yet. */
export function useRowsWithActs<T = Row>(id: number, path: string) {
  const { data, dataUpdatedAt } = useRows<T>(id, path);
  return { data, acts: useActsOver(id, { path, arrivedAt: dataUpdatedAt }) };
}
