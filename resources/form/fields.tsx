/** The fields of rjsf's registry: around its own stands what a form here knows of a property beside its schema. */
import type { FieldProps } from '@rjsf/utils';
import { useEffect, useRef } from 'react';
import { toText } from '../kind-by.ts';
import { useFormScope, useWatched } from '../widgets/form-scope.ts';
import { isDemanded } from './demands.ts';
import { VALUE_FIELD } from './drawn.ts';
import { StringField } from './rjsf-parts.ts';

/** A complaint stands until the value it was about changes. */
function useComplaint(errors: string[] | undefined, value: unknown): string | undefined {
  const text = errors?.[0];
  const about = useRef({ text, value });
  if (about.current.text !== text) about.current = { text, value };
  return Object.is(about.current.value, value) ? text : undefined;
}

/** A property with one value, whatever its type: demanded by other values, changed by others than who types. */
function ValueField(props: FieldProps) {
  const { name, formData, onChange, fieldPathId, rawErrors, readonly } = props;
  const { entity, values } = useFormScope();
  const field = entity.property(name);
  const demanded = useWatched((row) => isDemanded(entity, field, row));
  const complaint = useComplaint(rawErrors, formData);
  useEffect(() => values.drawn(name, (value) => onChange(toText(field, value), fieldPathId.path)));
  return (
    <StringField
      {...props}
      required={demanded && !readonly}
      rawErrors={complaint === undefined ? undefined : [complaint]}
    />
  );
}

/** rjsf's own field of numbers reads them as the browser's language writes them; here the widgets read them. */
export const FIELDS = { StringField: ValueField, NumberField: ValueField, [VALUE_FIELD]: ValueField };
