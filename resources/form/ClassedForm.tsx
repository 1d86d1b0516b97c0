/**
 * The form of an entity whose fields depend on typed values, such as the class or the parent. The typed values stay
 * when the fields change.
 */
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Entity, Row } from '../../schemas/entity.ts';
import { passAll } from '../widgets/typing.ts';
import { FormSkeleton } from './FormSkeleton.tsx';
import { formFields } from './form-schema.ts';
import { NOTHING_SHOWN, RecordForm, type RecordFormProps } from './RecordForm.tsx';
import { valuesBehind } from './record.ts';
import type { DrawnFormProps } from './useDrawnForm.ts';
import { decidersOf, isShaped, useShape } from './useShape.ts';

const valuesOf = (names: string[], row: Row): Row =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));

/**
 * Returns the typed values for the new shape: clears custom fields that are different in the new class, and restores
 * values that are no longer inherited.
 */
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

/** Returns the values of a draft, without those of custom fields whose columns other fields have now. */
const known = (values: Row, shape: Entity, titles: Record<string, string> = {}): Row => ({
  ...values,
  ...Object.fromEntries(
    shape.fields
      .filter(({ name, custom, title }) => custom && titles[name] !== undefined && titles[name] !== title.en)
      .map(({ name }) => [name, null]),
  ),
});

/** Returns whether a list of choices is open or a button is held down. Drawing the form again would lose both. */
const isChoosing = (): boolean => document.querySelector('[role="listbox"], button:active') !== null;
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
 * Returns the shape. It stays the same object while its fields are equal, because a new object would clear the
 * typed values. When `turn` changes, the form is drawn again, after pending input is stored, open choices are closed
 * and a save has ended.
 */
function useSettled(shape: Entity | undefined, saving: boolean, beforeTurn: () => void): Settled | undefined {
  const [settled, settle] = useState(() => shape && settledOf(shape, 1));
  useEffect(() => {
    if (!shape || saving) return;
    const next = settledOf(shape, (settled?.turn ?? 0) + 1);
    if (next.text === settled?.text) return;
    const apply = (): void => {
      if (isChoosing()) {
        timer = setTimeout(apply, LOOK_AGAIN_MS);
        return;
      }
      // In one step: a key pressed between the two would be lost with the old form.
      flushSync(passAll);
      beforeTurn();
      flushSync(() => settle(next));
    };
    let timer = setTimeout(apply);
    return () => clearTimeout(timer);
  }, [shape, saving, settled, beforeTurn]);
  return settled;
}

/** Draws the form of any entity, whether or not its fields depend on typed values. */
export const AnyForm = (props: RecordFormProps) =>
  isShaped(props.entity) ? <ClassedForm {...props} /> : <RecordForm {...props} />;

const resumedIn = (
  shape: Entity,
  typed: { values: Row; shape?: Entity },
  first: Row,
  titles: DrawnFormProps['titles'],
): Row =>
  typed.shape ? carried(typed.values, typed.shape, shape, first) : known(typed.values, shape, titles);

function ClassedForm(props: RecordFormProps) {
  const { entity, mode, stored, start, onTyped } = props;
  const first = useMemo(
    () => stored ?? { ...valuesBehind(entity, undefined), ...start },
    [entity, stored, start],
  );
  const deciders = decidersOf(entity);
  const [decided, setDecided] = useState(() => valuesOf(deciders, { ...first, ...props.typed }));
  const changed = useRef<string>(undefined);
  const rememberFocus = useFocusRestored(changed);
  const { shape, turn = 0 } = useSettled(useShape(entity, decided, mode), props.saving, rememberFocus) ?? {};
  /** The typed values, with cleared fields as null, and the shape in which they were typed; a draft has none. */
  const typed = useRef<{ values: Row; shape?: Entity } | undefined>(props.typed && { values: props.typed });
  const refusal = useRef(NOTHING_SHOWN);
  const client = useQueryClient();
  const follow = useCallback(
    (values: Row) => {
      if (!shape) return;
      const before: Row = { ...first, ...typed.current?.values };
      const all = formFields(shape).map(({ name }) => [name, values[name] ?? null]);
      typed.current = { values: { ...typed.current?.values, ...Object.fromEntries(all) }, shape };
      onTyped?.(typed.current.values, shape);
      const names = decidersOf(entity);
      // A field that the form does not draw keeps its stored or initial value.
      const now: Row = { ...first, ...Object.fromEntries(all) };
      const other = names.find((name) => (now[name] ?? null) !== (before[name] ?? null));
      if (other === undefined) return;
      changed.current = other;
      if (entity.customFields) void client.invalidateQueries({ queryKey: ['template', entity.resource] });
      setDecided(valuesOf(names, now));
    },
    [entity, shape, first, client, onTyped],
  );
  if (!shape) return <FormSkeleton />;
  const resumed = typed.current && resumedIn(shape, typed.current, first, props.titles);
  return (
    <RecordForm {...props} key={turn} entity={shape} typed={resumed} refusal={refusal} onTyped={follow} />
  );
}

/** Restores the focus after the form is drawn again, to the field that had it, or else to the changed field. */
function useFocusRestored(changed: RefObject<string | undefined>): () => void {
  const focus = useRef<{ id: string; caret: (number | null)[] }>(undefined);
  useEffect(() => {
    if (!focus.current) return;
    const { id, caret } = focus.current;
    focus.current = undefined;
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
    focus.current = { id, caret };
  }, [changed]);
}
