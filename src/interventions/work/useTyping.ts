/**
 * Values that the user types on the work card. They are saved when a field loses the focus, and before the state
 * changes.
 */
import { useCallback, useMemo, useRef, useState } from 'react';
import { call } from '../../../dataProvider/http.ts';
import { outbox } from '../../../dataProvider/outbox.ts';
import { SAVED_VALUES } from '../../../dataProvider/outbox-order.ts';
import { recordAddress } from '../../../dataProvider/provider.ts';
import { newKey } from '../../../dataProvider/retry.ts';
import { isBehind, mustWait } from '../../../dataProvider/send-or-wait.ts';
import { useLanguage } from '../../../resources/context/application.tsx';
import { useSay } from '../../../resources/feedback/toasts.ts';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import type { Row } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { isEmpty } from '../../../schemas/values.ts';
import { useChanged } from '../calls/intervention-calls.ts';
import { refusalOf } from '../states/state-refusal.ts';

const isSame = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || JSON.stringify(one) === JSON.stringify(other);

/** Returns the values that differ from the record, with cleared ones as null. */
const differing = (typed: Row, record: Row): Row =>
  Object.fromEntries(
    Object.entries(typed)
      .filter(([name, value]) => !isSame(value, record[name]))
      .map(([name, value]) => [name, isEmpty(value) ? null : value]),
  );

/** Returns the later version of the two. */
const later = (one: RowOf<'odl'>, other: RowOf<'odl'>): RowOf<'odl'> =>
  Number(other.versione) > Number(one.versione) ? other : one;

export interface Typing {
  /** The values that are not saved yet. */
  typed: Row;
  type(values: Row): void;
  /** Saves the values. Returns the record as saved, or undefined after a refusal. */
  save(): Promise<RowOf<'odl'> | undefined>;
}

export function useTyping(entity: EntityOf<'odl'>, record: RowOf<'odl'>): Typing {
  const say = useSay();
  const language = useLanguage();
  const changed = useChanged();
  const latest = useRef(record);
  latest.current = later(record, latest.current);
  const values = useRef<Row>({});
  const [all, setAll] = useState<Row>({});
  // The values are compared with the displayed version: saved values count as typed until that version has them.
  const typed = useMemo(() => differing(all, record), [all, record]);
  const last = useRef<Promise<RowOf<'odl'> | undefined>>(Promise.resolve(undefined));

  const send = async (): Promise<RowOf<'odl'> | undefined> => {
    const change = differing(values.current, latest.current);
    // Without a network, and while other acts wait, the values stay typed and are sent with the next state.
    if (Object.keys(change).length === 0 || mustWait('intervention', record.id)) return latest.current;
    try {
      const version = isBehind('intervention', record.id) ? {} : { versione: latest.current.versione };
      const body = { ...change, ...version };
      const [path, key] = [recordAddress(entity.resource, record.id), newKey()];
      const { data } = await call<RowOf<'odl'>>(path, { method: 'PUT', body, key });
      const saved = { act: SAVED_VALUES, on: 'intervention', id: String(record.id), record: path } as const;
      const { pathname, search } = location;
      const sent = {
        ...saved,
        key,
        method: 'PUT',
        path,
        query: {},
        body: change,
        page: pathname + search,
      } as const;
      await outbox.performed(sent).catch(() => undefined);
      latest.current = later(latest.current, data);
      await changed();
      return latest.current;
    } catch (error) {
      say(refusalOf(error, { entity, record, language }), 'error');
      // A colleague may have changed the intervention. The typed values are then applied to the new version.
      await changed();
      return undefined;
    }
  };
  const latestSend = useRef(send);
  latestSend.current = send;
  const save = useCallback(() => {
    last.current = last.current.then(() => latestSend.current());
    return last.current;
  }, []);
  const type = useCallback((row: Row) => {
    values.current = { ...values.current, ...row };
    setAll(values.current);
  }, []);
  return { typed, type, save };
}
