/**
 * Everything that is passed to rjsf. It is made once and stays the same during typing, so that a key press draws
 * nothing else.
 */
import { useMemo, useRef } from 'react';
import { type Entity, type Field, isLocked, type Row } from '../../schemas/entity.ts';
import { type Refusal, validate } from '../../schemas/validate.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { type FormFiles, missingFiles } from '../widgets/form-files.ts';
import { FormValues, type Mode, typedTexts } from '../widgets/form-scope.ts';
import { type FormSlots, useFormSlots } from './FormSlots.ts';
import { drawnAt, formSchema } from './form-schema.ts';
import { formData, recordToSend, valuesBehind } from './record.ts';
import { widgetsWith } from './registry.tsx';
import { formValidator } from './validator.ts';

const NOTHING: Row = {};
const NO_SLOTS: NonNullable<FormSlots['widgets']> = {};

export interface DrawnFormProps {
  entity: Entity;
  mode: Mode;
  /** The record as stored, or undefined for a new one. */
  stored: Row | undefined;
  /** The initial values of a new record, as in a copy. */
  start?: Row;
  /** The values typed before the form was drawn again, with cleared fields as null. */
  typed?: Row;
  /** The titles of the custom fields in `typed`, if the values are from a draft. */
  titles?: Record<string, string>;
  files: FormFiles;
  /** Values of another record, for widgets that read more than the typed values. */
  otherValues?: Row;
}

/** Returns typed values for fields that were drawn before, and stored values for new fields. */
function resumed(entity: Entity, untouched: Row, typed: Row): Row {
  const fresh = Object.entries(untouched).filter(([name]) => !(name in typed));
  return { ...Object.fromEntries(fresh), ...formData(entity, typed) };
}

const lackingFiles = (entity: Entity, typed: Row): Refusal[] =>
  missingFiles(entity, typed).map(({ name }) => ({ field: name, rule: 'file-required' }));

const withoutNulls = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined && value !== null));

/** Returns errors for numbers outside the limits of the chosen row. */
const beyond = ({ limits }: FormValues, typed: Row): Refusal[] =>
  [...limits].flatMap(([field, all]) =>
    all
      .filter(({ side, value }) => {
        const number = Number(typed[field] ?? 0);
        return side === 'above' ? number > value : number < value;
      })
      .map(({ rule }) => ({ field, rule })),
  );

/** Moves the errors of a property that a row fills to the field in which the row is selected. */
const whereDrawn = (entity: Entity, refusals: Refusal[]): Refusal[] =>
  refusals.map((refusal) => ({ ...refusal, field: drawnAt(entity, refusal.field) }));

export function useDrawnForm({ entity, mode, stored, start, typed, files, otherValues }: DrawnFormProps) {
  const language = useLanguage();
  const { may, person } = useApplication();
  const { widgets: slots = NO_SLOTS } = useFormSlots();
  const spoken = useRef(language);
  spoken.current = language;
  const withheld = useMemo(() => (field: Field) => field.write !== undefined && !may(field.write), [may]);
  const drawn = useMemo(() => {
    const isReadOnly = (field: Field): boolean =>
      mode === 'view' ||
      (field.readOnly && !field.fileEditable) ||
      field.virtual ||
      field.fixed !== undefined ||
      (mode === 'edit' && isLocked(field, stored ?? NOTHING, person)) ||
      withheld(field);
    return {
      ...formSchema(entity, language, isReadOnly, Object.keys(slots)),
      widgets: widgetsWith(slots),
    };
  }, [entity, language, mode, stored, person, withheld, slots]);
  const already = useRef(typed);
  const drawnValues = useMemo(() => {
    const untouched = formData(entity, stored ?? start);
    const initial = already.current ? resumed(entity, untouched, already.current) : untouched;
    const values = new FormValues(initial, typedTexts(entity, already.current ?? NOTHING));
    const send = (typed: Row): Row => ({
      ...recordToSend(entity, typed, stored, withheld),
      ...withoutNulls(values.filled()),
    });
    return {
      initial,
      untouched: JSON.stringify(untouched),
      scope: { entity, mode, stored: { ...otherValues, ...valuesBehind(entity, stored) }, values, files },
      send,
      validator: formValidator(
        (typed) =>
          whereDrawn(entity, [
            ...validate(entity, send(typed), { stored }),
            ...lackingFiles(entity, typed),
            ...beyond(values, typed),
          ]),
        () => spoken.current,
      ),
    };
  }, [entity, mode, stored, start, withheld, files, otherValues]);
  return { ...drawn, ...drawnValues };
}
