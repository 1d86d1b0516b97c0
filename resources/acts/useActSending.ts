/** Sends the values of an act's dialog, or keeps them as a draft. */
import { type RefObject, useRef, useState } from 'react';
import { type Act, versionOf } from '../../schemas/act.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import type { FormDraft } from '../form/form-draft.ts';
import { drawnAt, formFields } from '../form/form-schema.ts';
import type { Answer, Refused } from '../form/RecordForm.tsx';
import { type Outcome as Answered, fateOf } from '../form/saving.ts';
import { useSavedOrDraft } from '../form/useDraft.ts';
import type { OfferedActs } from './offered-acts.ts';
import { type Outcome, useAct } from './useAct.tsx';

interface Attempt {
  /** The key of an earlier attempt without a reply. */
  key?: string;
  /** The record as the user saw it. */
  record?: Row;
}

export interface ActSending {
  /** The record that the act changes: its id, and the values that its fields depend on. */
  id?: unknown;
  record?: Row;
  /**
   * The stored row that the act changes. The fields begin with its values and its version is sent. A colleague's
   * earlier change is compared field by field (I21).
   */
  stored?: Row;
  /** Sends empty fields as null, so that a stored value can be removed. */
  cleared?: boolean;
  /** Whether `send` stores on the device what it cannot send, so that the dialog keeps no draft. */
  waits?: boolean;
  /** Replaces the act's own call, for a page that sends more than the fields. */
  send?(typed: Row, attempt: Attempt): Promise<Outcome>;
  onDone?(data: unknown): void;
  onClose(): void;
}

export interface SendingDraft {
  formDraft: FormDraft;
  isBusy: RefObject<boolean>;
}

export const storesUnsent = ({ act, waits = act.waits }: ActSending & OfferedActs): boolean => waits;

function answerOf(entity: Entity, { message, errors }: Refused): Answer {
  const drawn = Object.entries(errors).map(([name, text]) => [drawnAt(entity, name), text]);
  return { message, errors: Object.fromEntries(drawn) };
}

/** Returns null for every field that is drawn. */
const emptyOf = (entity: Entity): Row =>
  Object.fromEntries(formFields(entity).map(({ name }) => [name, null]));

/**
 * Sends the values, with the act's own call or the page's, and closes the dialog when the call has succeeded. What
 * does not reach the server stays as a draft.
 */
export function useActSending(
  props: ActSending & SendingDraft & OfferedActs,
  act: Act,
  entity: Entity | undefined,
) {
  const { id, stored, cleared, formDraft, isBusy, send, onDone, onClose } = props;
  const { ask, dialog } = useAct(act);
  const [busy, setBusy] = useState(false);
  /** The record as the user saw it when they typed the draft. */
  const seen = useRef(formDraft.begun?.base);
  const last = useRef<Outcome>(undefined);
  const record = () => seen.current ?? stored ?? props.record;
  const perform = async (typed: Row, key?: string): Promise<Answered> => {
    const row = record();
    // Without stored values there is nothing to compare. A newer version is then a refusal, above the fields.
    const body = stored ? typed : { ...versionOf(act, row), ...typed };
    const compared = stored && entity && { entity, row: row ?? stored };
    const outcome = await (send ? send(typed, { key, record: row }) : ask(id, body, compared, { key }));
    last.current = outcome;
    if (!('refused' in outcome)) return {};
    const fate = await fateOf(outcome.error);
    // A reply has told what is different now.
    seen.current = fate.away && row;
    return { refused: outcome.refused, ...fate };
  };
  const performOrKeep = useSavedOrDraft(formDraft, perform, { arrived: 'arrived_act' });
  const save = async (filled: Row): Promise<Answer> => {
    if (!entity) return undefined;
    setBusy(true);
    isBusy.current = true;
    last.current = undefined;
    const sent = cleared ? { ...emptyOf(entity), ...filled } : filled;
    const { refused } = await (storesUnsent(props) ? perform(sent) : performOrKeep(sent));
    setBusy(false);
    isBusy.current = false;
    const outcome = last.current as Outcome | undefined;
    if (outcome && ('done' in outcome || 'queued' in outcome)) {
      await formDraft.end();
      if ('done' in outcome) onDone?.(outcome.data);
      onClose();
    }
    return refused && answerOf(entity, refused);
  };
  return { save, busy, dialog, record };
}
