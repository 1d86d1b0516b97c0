/** All that rjsf is given, made once: none of it changes while one types, so that a key redraws nothing else. */
import { useMemo, useRef } from 'react';
import { type Entity, type Field, isLocked, type Row } from '../../schemas/entity.ts';
import { validate } from '../../schemas/validate.ts';
import { useHouse, useLanguage } from '../House.tsx';
import { FormValues, type Mode } from '../widgets/form-scope.ts';
import { formSchema } from './form-schema.ts';
import { formData, recordToSend } from './record.ts';
import { formValidator } from './validator.ts';

const NOTHING: Row = {};

export interface DrawnFormProps {
  entity: Entity;
  mode: Mode;
  /** The record as stored, or undefined for a new one. */
  stored: Row | undefined;
  /** What a new record starts with, as in a copy. */
  start?: Row;
}

export function useDrawnForm({ entity, mode, stored, start }: DrawnFormProps) {
  const language = useLanguage();
  const { may, family } = useHouse();
  const spoken = useRef(language);
  spoken.current = language;
  const withheld = useMemo(() => (field: Field) => field.write !== undefined && !may(field.write), [may]);
  const drawn = useMemo(() => {
    const isReadOnly = (field: Field): boolean =>
      mode === 'view' ||
      field.readOnly ||
      field.virtual ||
      (mode === 'edit' && isLocked(field, stored ?? NOTHING, family)) ||
      withheld(field);
    return formSchema(entity, language, isReadOnly);
  }, [entity, language, mode, stored, family, withheld]);
  const kept = useMemo(() => {
    const initial = formData(entity, stored ?? start);
    const send = (typed: Row): Row => recordToSend(entity, typed, stored, withheld);
    return {
      initial,
      untouched: JSON.stringify(initial),
      scope: { entity, mode, stored: stored ?? NOTHING, values: new FormValues(initial) },
      send,
      validator: formValidator(
        (typed) => validate(entity, send(typed), { stored }),
        () => spoken.current,
      ),
    };
  }, [entity, mode, stored, start, withheld]);
  return { ...drawn, ...kept };
}
