/** rjsf's registry, with a widget per kind: from @rjsf/mui if it has one, or else ours. */
import type { WidgetProps as RjsfProps } from '@rjsf/utils';
import type { ComponentType } from 'react';
import type { Kind } from '../../schemas/entity.ts';
import { fieldIn, toText, toTyped } from '../format/kind-by.ts';
import { useFormScope } from '../widgets/form-scope.ts';
import type { WidgetProps } from '../widgets/Widget.ts';
import { widgetOf } from '../widgets/widget-by-kind.ts';
import { OWN_WIDGET, slotWidget } from './drawn.ts';
import { BareField, FormLayout } from './FormLayout.tsx';
import type { RjsfWidget } from './rjsf-parts.ts';
import { STANDARD, STANDARD_TEMPLATES } from './standard.tsx';

export { FIELDS } from './fields.tsx';

export const TEMPLATES = { ...STANDARD_TEMPLATES, FieldTemplate: BareField, ObjectFieldTemplate: FormLayout };

/** Wraps one of our widgets, or the one for the field of this record, as a widget of rjsf. */
function inForm(own?: ComponentType<WidgetProps>): RjsfWidget {
  return function InForm({ id, name, label, value, options, rawErrors, ...props }: RjsfProps) {
    const { entity, stored } = useFormScope();
    const declared = entity.property(name);
    const field = declared.kindBy ? fieldIn(declared, stored) : declared;
    const Widget = own ?? widgetOf(field);
    const error = rawErrors?.[0];
    return (
      <Widget
        field={field}
        id={id}
        label={label}
        value={toTyped(declared, field.kind, value)}
        onChange={(next) => props.onChange(toText(declared, next))}
        required={props.required === true}
        readOnly={props.readonly === true}
        error={error !== undefined}
        help={error ?? (options.help as string | undefined)}
      />
    );
  };
}

const OURS = inForm();

const BY_KIND: Record<Kind, RjsfWidget> = {
  ...STANDARD,
  phone: OURS,
  file: OURS,
  date: OURS,
  instant: OURS,
  reference: OURS,
  colour: OURS,
  icon: OURS,
  translations: OURS,
  options: OURS,
};

const WIDGETS: Record<string, RjsfWidget> = { ...BY_KIND, [OWN_WIDGET]: OURS };

const inForms = new WeakMap<ComponentType<WidgetProps>, RjsfWidget>();

/** Returns the same component for the same widget. Another component would lose its state and close open choices. */
function slotted(widget: ComponentType<WidgetProps>): RjsfWidget {
  const cached = inForms.get(widget) ?? inForm(widget);
  inForms.set(widget, cached);
  return cached;
}

/** Returns the widgets, with those of an area in place of the kind's. */
export const widgetsWith = (
  slots: Record<string, ComponentType<WidgetProps>>,
): Record<string, RjsfWidget> => ({
  ...WIDGETS,
  ...Object.fromEntries(Object.entries(slots).map(([name, widget]) => [slotWidget(name), slotted(widget)])),
});
