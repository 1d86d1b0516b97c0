/** The one rjsf field: hands each property to the widget of its kind. */
import type { FieldProps } from '@rjsf/utils';
import { useEffect, useRef } from 'react';
import { useLanguage } from '../House.tsx';
import { fieldIn, toText, toTyped } from '../kind-by.ts';
import { useFormScope, useWatched } from '../widgets/form-scope.ts';
import { widgetOf } from '../widgets/table.ts';
import { isDemanded } from './demands.ts';
import { useFormSlots } from './FormSlots.ts';

/** A complaint stands until the value it was about changes. */
function useComplaint(errors: string[] | undefined, value: unknown): string | undefined {
  const text = errors?.[0];
  const about = useRef({ text, value });
  if (about.current.text !== text) about.current = { text, value };
  return Object.is(about.current.value, value) ? text : undefined;
}

export function KindField({ name, formData, onChange, fieldPathId, rawErrors, readonly }: FieldProps) {
  const language = useLanguage();
  const { entity, stored, values } = useFormScope();
  const { widgets } = useFormSlots();
  const declared = entity.field(name)!;
  const required = useWatched((row) => isDemanded(entity, declared, row));
  const field = declared.kindBy ? fieldIn(declared, stored) : declared;
  const error = useComplaint(rawErrors, formData);
  const Widget = widgets?.[name] ?? widgetOf(field);
  const change = (value: unknown) => onChange(toText(declared, value), fieldPathId.path);
  useEffect(() => values.drawn(name, change));
  return (
    <Widget
      field={field}
      id={fieldPathId.$id}
      label={field.title[language]}
      value={toTyped(declared, field.kind, formData)}
      onChange={change}
      required={required && !readonly}
      readOnly={readonly === true}
      error={error !== undefined}
      help={error ?? field.help?.[language]}
    />
  );
}
