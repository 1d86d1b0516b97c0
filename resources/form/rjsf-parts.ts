/** The parts of rjsf and @rjsf/mui that our registry uses. If a part is missing, it throws at the start. */
import { getDefaultRegistry } from '@rjsf/core';
import { generateTemplates, generateWidgets } from '@rjsf/mui';
import type { WidgetProps } from '@rjsf/utils';
import type { ComponentType } from 'react';

export type RjsfWidget = ComponentType<WidgetProps>;

function part<T>(name: string, found: T | undefined): T {
  if (found === undefined) throw new Error(`rjsf has no ${name}.`);
  return found;
}

export const CORE = getDefaultRegistry();
const MUI = generateWidgets();

export const MUI_TEMPLATES = generateTemplates();
export const MuiInput = part('BaseInputTemplate', MUI_TEMPLATES.BaseInputTemplate);
export const MuiSelect: RjsfWidget = part('SelectWidget', MUI.SelectWidget);
export const MuiCheckbox: RjsfWidget = part('CheckboxWidget', MUI.CheckboxWidget);
export const MuiTextarea: RjsfWidget = part('TextareaWidget', MUI.TextareaWidget);

export const TextWidget: RjsfWidget = part('TextWidget', CORE.widgets.TextWidget);
export const EmailWidget: RjsfWidget = part('EmailWidget', CORE.widgets.EmailWidget);
export const UrlWidget: RjsfWidget = part('URLWidget', CORE.widgets.URLWidget);
export const UpDownWidget: RjsfWidget = part('UpDownWidget', CORE.widgets.UpDownWidget);

export const StringField = part('StringField', CORE.fields.StringField);
