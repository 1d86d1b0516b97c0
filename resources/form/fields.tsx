/** The fields of rjsf's registry, with additional rules that the schema of a single property cannot express. */
import type { FieldProps } from '@rjsf/utils';
import { useEffect, useRef } from 'react';
import { toText } from '../format/kind-by.ts';
import { useFormScope, useWatched } from '../widgets/form-scope.ts';
import { isDemanded } from './demands.ts';
import { VALUE_FIELD } from './drawn.ts';
import { StringField } from './rjsf-parts.ts';

/** Returns the error until its value changes. */
function useError(errors: string[] | undefined, value: unknown): string | undefined {
  const text = errors?.[0];
  const last = useRef({ text, value });
  if (last.current.text !== text) last.current = { text, value };
  return Object.is(last.current.value, value) ? text : undefined;
}

/** A property with one value of any type. Other values may require it, and other widgets may change it. */
function ValueField(props: FieldProps) {
  const { name, formData, onChange, fieldPathId, rawErrors, readonly } = props;
  const { entity, values } = useFormScope();
  const field = entity.property(name);
  const demanded = useWatched((row) => isDemanded(entity, field, row));
  const error = useError(rawErrors, formData);
  useEffect(() => values.drawn(name, (value) => onChange(toText(field, value), fieldPathId.path)));
  return (
    <StringField
      {...props}
      required={demanded && !readonly}
      rawErrors={error === undefined ? undefined : [error]}
    />
  );
}

/**
 * The fields by name. The number field is ours too, because rjsf's parses numbers in the browser's language. Here
 * the widgets parse them.
 */
export const FIELDS = { StringField: ValueField, NumberField: ValueField, [VALUE_FIELD]: ValueField };
