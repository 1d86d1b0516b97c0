/** The form of an entity whose fields follow what is typed: another class, another parent; what was typed stays. */
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Entity, Row } from '../../schemas/entity.ts';
import { handAll } from '../widgets/typing.ts';
import { FormSkeleton } from './FormSkeleton.tsx';
import { formFields } from './form-schema.ts';
import { RecordForm, type RecordFormProps } from './RecordForm.tsx';
import { valuesBehind } from './record.ts';
import { decidersOf, isShaped, useShape } from './useShape.ts';

const valuesOf = (names: string[], row: Row): Row =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));

/** A free column that is another field in this class begins empty; what was inherited is as it was before. */
function carried(typed: Row, before: Entity, now: Entity, first: Row): Row {
  const changed = now.fields.filter(
    (field) => field.custom && before.field(field.name)?.title.en !== field.title.en,
  );
  const freed = now.fields.filter(
    (field) => field.fixed === undefined && before.field(field.name)?.fixed !== undefined,
  );
  return {
    ...typed,
    ...Object.fromEntries(changed.map(({ name }) => [name, null])),
    ...Object.fromEntries(freed.map((field) => [field.name, first[field.name] ?? field.default ?? null])),
  };
}

/** Choices that somebody looks through would close under his finger if the form were drawn anew. */
const isChoosing = (): boolean => document.querySelector('[role="listbox"]') !== null;
const LOOK_AGAIN_MS = 100;

interface Settled {
  text: string;
  shape: Entity;
  turn: number;
}

const settledOf = (shape: Entity, turn: number): Settled => ({
  text: JSON.stringify(formFields(shape)),
  shape,
  turn,
});

/**
 * The shape while it says the same: another object would make the form forget what is typed, unless it is drawn anew,
 * which `turn` tells. What is being typed at that moment is handed over before; what is being chosen is waited for.
 */
function useSettled(shape: Entity | undefined, beforeTurn: () => void): Settled | undefined {
  const [settled, settle] = useState(() => shape && settledOf(shape, 1));
  useEffect(() => {
    if (!shape) return;
    const next = settledOf(shape, (settled?.turn ?? 0) + 1);
    if (next.text === settled?.text) return;
    const turn = (): void => {
      if (isChoosing()) {
        timer = setTimeout(turn, LOOK_AGAIN_MS);
        return;
      }
      handAll();
      beforeTurn();
      settle(next);
    };
    let timer = setTimeout(turn);
    return () => clearTimeout(timer);
  }, [shape, settled, beforeTurn]);
  return settled;
}

/** The form of any entity, whether its fields may change while one types or not. */
export const AnyForm = (props: RecordFormProps) =>
  isShaped(props.entity) ? <ClassedForm {...props} /> : <RecordForm {...props} />;

function ClassedForm(props: RecordFormProps) {
  const { entity, mode, stored, start } = props;
  const first = useMemo(
    () => stored ?? { ...valuesBehind(entity, undefined), ...start },
    [entity, stored, start],
  );
  const deciders = decidersOf(entity);
  const [decided, setDecided] = useState(() => valuesOf(deciders, first));
  const changed = useRef<string>(undefined);
  const rememberFocus = useFocusKept(changed);
  const { shape, turn = 0 } = useSettled(useShape(entity, decided, mode), rememberFocus) ?? {};
  /** What is typed, a cleared field as null, and the shape it was typed in. */
  const typed = useRef<{ values: Row; shape: Entity }>(undefined);
  const client = useQueryClient();
  const follow = useCallback(
    (values: Row) => {
      if (!shape) return;
      const before: Row = { ...first, ...typed.current?.values };
      const all = formFields(shape).map(({ name }) => [name, values[name] ?? null]);
      typed.current = { values: { ...typed.current?.values, ...Object.fromEntries(all) }, shape };
      const names = decidersOf(entity);
      // What is not drawn is not typed either: it stays as it stands behind the form.
      const now: Row = { ...first, ...Object.fromEntries(all) };
      const other = names.find((name) => (now[name] ?? null) !== (before[name] ?? null));
      if (other === undefined) return;
      changed.current = other;
      if (entity.customFields) void client.invalidateQueries({ queryKey: ['template', entity.resource] });
      setDecided(valuesOf(names, now));
    },
    [entity, shape, first, client],
  );
  if (!shape) return <FormSkeleton />;
  const kept = typed.current && carried(typed.current.values, typed.current.shape, shape, first);
  return <RecordForm {...props} key={turn} entity={shape} typed={kept} onTyped={follow} />;
}

/** Drawn anew, the form has the focus where it was: in the field one has gone on to, or else in the one changed. */
function useFocusKept(changed: RefObject<string | undefined>): () => void {
  const kept = useRef<{ id: string; caret: (number | null)[] }>(undefined);
  useEffect(() => {
    if (!kept.current) return;
    const { id, caret } = kept.current;
    kept.current = undefined;
    changed.current = undefined;
    const field = document.getElementById(id);
    field?.focus();
    const [from, to] = caret;
    if (from !== undefined && to !== undefined && field instanceof HTMLInputElement && field.type === 'text')
      field.setSelectionRange(from, to);
  });
  return useCallback(() => {
    const at = document.activeElement;
    const inForm = at?.id.startsWith('root_') ? at : undefined;
    const id = inForm ? inForm.id : changed.current && `root_${changed.current}`;
    if (!id) return;
    const isText = inForm instanceof HTMLInputElement && inForm.type === 'text';
    const caret = isText ? [inForm.selectionStart, inForm.selectionEnd] : [];
    kept.current = { id, caret };
  }, [changed]);
}
