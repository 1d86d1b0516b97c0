/**
 * The widget of each kind, as plain functions, which rjsf requires. The compiler lists a kind without one.
 */
import type { ComponentType } from 'react';
import type { Field, Kind } from '../../schemas/entity.ts';
import { ChoicesWidget } from './ChoicesWidget.tsx';
import { ChoiceWidget } from './ChoiceWidget.tsx';
import { ColourWidget } from './ColourWidget.tsx';
import { DateWidget } from './DateWidget.tsx';
import { FileWidget } from './FileWidget.tsx';
import { FlagWidget } from './FlagWidget.tsx';
import { IconWidget } from './IconWidget.tsx';
import { NumberWidget } from './NumberWidget.tsx';
import { OptionsWidget } from './OptionsWidget.tsx';
import { ReferenceWidget } from './ReferenceWidget.tsx';
import { RowsWidget } from './RowsWidget.tsx';
import { TextWidget } from './TextWidget.tsx';
import { TranslationsWidget } from './TranslationsWidget.tsx';
import type { WidgetProps } from './Widget.ts';

const WIDGETS: Record<Kind, ComponentType<WidgetProps>> = {
  text: TextWidget,
  note: TextWidget,
  email: TextWidget,
  uri: TextWidget,
  phone: TextWidget,
  column: TextWidget,
  integer: NumberWidget,
  decimal: NumberWidget,
  money: NumberWidget,
  quantity: NumberWidget,
  file: FileWidget,
  flag: FlagWidget,
  choice: ChoiceWidget,
  date: DateWidget,
  instant: DateWidget,
  reference: ReferenceWidget,
  colour: ColourWidget,
  icon: IconWidget,
  translations: TranslationsWidget,
  options: OptionsWidget,
};

export const widgetOf = (field: Field): ComponentType<WidgetProps> =>
  field.rows ? RowsWidget : field.choicesFrom && !field.reference ? ChoicesWidget : WIDGETS[field.kind];
