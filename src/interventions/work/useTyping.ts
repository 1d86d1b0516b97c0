/**
 * Values that the user types on the work card. They are saved when a field loses the focus, and before the state
 * changes.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { pageHere } from '../../../dataProvider/device.ts';
import { outbox } from '../../../dataProvider/outbox.ts';
import { SAVED_VALUES } from '../../../dataProvider/outbox-order.ts';
import { recordAddress } from '../../../dataProvider/provider.ts';
import { newKey } from '../../../dataProvider/retry.ts';
import { callIfReached, isBehind, mustWait } from '../../../dataProvider/send-or-wait.ts';
import { useLanguage } from '../../../resources/context/application.tsx';
import { useSay, useSettle } from '../../../resources/feedback/toasts.ts';
import { customTitles } from '../../../resources/form/form-draft.ts';
import type { PageDraft } from '../../../resources/form/page-draft.ts';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import type { Entity, Row } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { isEmpty } from '../../../schemas/values.ts';
import { useChanged } from '../calls/intervention-calls.ts';
import { refusalOf } from '../states/state-refusal.ts';

export const isSame = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || JSON.stringify(one) === JSON.stringify(other);

/** Returns the values that differ from the record, with cleared ones as null. */
const differing = (typed: Row, record: Row): Row =>
  Object.fromEntries(
    Object.entries(typed)
      .filter(([name, value]) => !isSame(value, record[name]))
      .map(([name, value]) => [name, isEmpty(value) ? null : value]),
  );

/** Returns the values without those of a custom field whose column has another field now. */
const ofSameFields = (values: Row, titles: Record<string, string>, shape: Entity | undefined): Row =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name]) => !shape || !titles[name] || shape.field(name)?.title.en === titles[name],
    ),
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

/** The values as an act: without a reply they wait, and saved ones are drawn over older answers. */
function savedAct(id: number, path: string, body: Row) {
  const record = { on: 'intervention', id: String(id), record: path } as const;
  const sent = { method: 'PUT', path, query: {}, body, page: pageHere() } as const;
  return { act: SAVED_VALUES, key: newKey(), ...record, ...sent };
}

interface TypingProps {
  entity: EntityOf<'odl'>;
  record: RowOf<'odl'>;
  /** The entity with the custom fields of the record, once they are read. */
  shape: Entity | undefined;
  draft: PageDraft;
}

/**
 * The values with which the card begins, from its draft. Returns also a function that returns the version to send
 * them with: the version of the draft, if another user has changed one of these fields.
 */
function useBegun(draft: PageDraft, shape: Entity | undefined) {
  const [{ values, titles, base }] = useState(draft.fields);
  const seen = useRef(base);
  const begun = useMemo(() => ofSameFields(values, titles, shape), [values, titles, shape]);
  const baseOver = (change: Row, record: Row): Row => {
    const before = seen.current;
    return before && Object.keys(change).some((name) => !isSame(before[name], record[name]))
      ? before
      : record;
  };
  const forget = () => {
    seen.current = undefined;
  };
  return { begun, baseOver, forget };
}

/** Reports why the values were refused. The message goes when they are accepted. */
function useRefusal(entity: EntityOf<'odl'>, record: RowOf<'odl'>) {
  const say = useSay();
  const settle = useSettle();
  const language = useLanguage();
  const isRefused = useRef(false);
  const about = `values ${record.id}`;
  const refuse = (error: unknown) => {
    isRefused.current = true;
    say(refusalOf(error, { entity, record, language }), 'error', { about });
  };
  const accept = () => {
    if (isRefused.current) settle(about);
    isRefused.current = false;
  };
  return { refuse, accept };
}

export function useTyping({ entity, record, shape, draft }: TypingProps): Typing {
  const { refuse, accept } = useRefusal(entity, record);
  const changed = useChanged();
  const latest = useRef(record);
  latest.current = later(record, latest.current);
  const { begun, baseOver, forget } = useBegun(draft, shape);
  const values = useRef<Row>({});
  const [own, setOwn] = useState<Row>({});
  const all = useMemo(() => ({ ...begun, ...own }), [begun, own]);
  values.current = { ...begun, ...values.current };
  // The values are compared with the displayed version: saved values count as typed until that version has them.
  const typed = useMemo(() => differing(all, record), [all, record]);
  const base = baseOver(typed, record);
  useEffect(() => {
    if (shape) draft.type(typed, customTitles(shape), base);
  }, [draft, typed, shape, base]);
  const last = useRef<Promise<RowOf<'odl'> | undefined>>(Promise.resolve(undefined));

  const send = async (): Promise<RowOf<'odl'> | undefined> => {
    const change = differing(values.current, latest.current);
    // Without a network, and while other acts wait, the values stay typed and are sent with the next state.
    if (Object.keys(change).length === 0 || mustWait('intervention', record.id)) return latest.current;
    try {
      const seen = baseOver(change, latest.current);
      const isCurrent = seen === latest.current;
      const version = isCurrent && isBehind('intervention', seen) ? {} : { versione: seen.versione };
      const act = savedAct(record.id, recordAddress(entity.resource, record.id), { ...change, ...version });
      const { path, method, body, key } = act;
      const reply = await outbox.sendNow(act, () => callIfReached<RowOf<'odl'>>(path, { method, body, key }));
      // The server may have saved the values: they wait with the same key, and the next state follows them.
      if (!reply) return latest.current;
      forget();
      accept();
      latest.current = later(latest.current, reply.data);
      await changed();
      return latest.current;
    } catch (error) {
      // After a refusal, the user knows what others have changed.
      if (!mustWait('intervention', record.id)) forget();
      refuse(error);
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
    setOwn(values.current);
  }, []);
  return { typed, type, save };
}
