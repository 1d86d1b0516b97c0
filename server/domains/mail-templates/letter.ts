/** Fills a template with the values of an intervention. Values in a body are escaped. A subject is one line. */
import { oneLine } from '../../../schemas/mailboxes.ts';
import { escapeHtml, isHtml, textOf } from '../outbox/index.ts';
import type { PlaceholderValue } from './placeholder-values.ts';
import { fill } from './placeholders.ts';

export interface Letter {
  subject: string;
  html: string;
  text: string;
  unknown: string[];
  halves: number;
}

const asHtml = (value: string): string => escapeHtml(value).replaceAll(/\r\n?|\n/g, '<br>');

export function letterOf(
  template: { subject: string; body: string },
  placeholderValue: PlaceholderValue,
): Letter {
  const subject = fill(template.subject, placeholderValue);
  const frame = isHtml(template.body) ? template.body : asHtml(template.body);
  const body = fill(frame, (name) => {
    const value = placeholderValue(name);
    return value === undefined ? undefined : asHtml(value);
  });
  return {
    subject: oneLine(subject.text),
    html: body.text,
    text: textOf(body.text),
    unknown: [...new Set([...subject.unknown, ...body.unknown])],
    halves: subject.halves + body.halves,
  };
}
