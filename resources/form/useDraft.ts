/** A form and its draft: the values with which it begins, and its save. */
import { useMemo, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { network } from '../../dataProvider/network.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { useApplication } from '../context/application.tsx';
import { useSay } from '../feedback/toasts.ts';
import type { FormDraft } from './form-draft.ts';
import type { Outcome } from './saving.ts';

/**
 * Returns the values of the draft, or undefined without one. A field that the user may no longer write has its stored
 * value.
 */
export function useOwnValues(entity: Entity, draft: FormDraft, stored: Row | undefined): Row | undefined {
  const { may } = useApplication();
  const first = useRef(stored);
  return useMemo(() => {
    if (!draft.begun) return undefined;
    const withheld = entity.fields.filter(({ write }) => write && !may(write));
    const own = withheld.map(({ name }) => [name, first.current?.[name] ?? null]);
    return { ...draft.begun.values, ...Object.fromEntries(own) };
  }, [entity, draft, may]);
}

type Save = (record: Row, key?: string) => Promise<Outcome>;

interface Saving {
  /** Whether the call itself stores what it cannot send. */
  waits?: boolean;
  /** The key of the sentence that an earlier attempt has made a record, or has been performed. */
  arrived?: 'arrived' | 'arrived_act';
}

/**
 * Returns the save of a form. If it does not reach the server, what was typed stays as a draft. `prepared` makes the
 * record to send, once the server is in reach.
 */
export function useSavedOrDraft(
  draft: FormDraft,
  save: Save,
  { waits = false, arrived = 'arrived' }: Saving = {},
): (record: Row, prepared?: () => Promise<Row>) => Promise<Outcome> {
  const translate = useTranslate();
  const say = useSay();
  const kept = async (key: string | undefined, otherwise: Outcome): Promise<Outcome> => {
    if (!(await draft.keep(key))) return otherwise;
    say('officina.drafts.kept', 'info');
    return {};
  };
  const send = async (record: Row): Promise<Outcome> => {
    if (waits) await draft.promise();
    const outcome = await save(record, draft.key);
    if (outcome.away) return kept(outcome.away.key, outcome);
    if (!outcome.isUsed) return outcome;
    // The first attempt was performed with other values. A stored record is compared with them.
    draft.key = undefined;
    if (record.versione !== undefined) return save(record);
    return { refused: { message: translate(`officina.drafts.${arrived}`), errors: {} } };
  };
  return async (record, prepared = () => Promise.resolve(record)) => {
    if (!waits && network.isMissing() && !(await network.check())) {
      const message = translate('officina.drafts.not_kept');
      return kept(undefined, { refused: { message, errors: {} } });
    }
    return send(await prepared());
  };
}
