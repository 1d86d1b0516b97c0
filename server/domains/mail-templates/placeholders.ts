/** Replaces `$#$name$#$` in a subject or a body. Has no side effects. */

const PLACEHOLDER = /\$#\$\s*([A-Za-z_]\w*)\s*\$#\$/g;
const MARKER = '$#$';

export interface Filled {
  text: string;
  /** The unknown names, each once, in order of appearance. */
  unknown: string[];
  /** The number of markers without their other half. They stay in the text. */
  halves: number;
}

/** Fills a template. `placeholderValue` returns undefined for names that do not exist. */
export function fill(template: string, placeholderValue: (name: string) => string | undefined): Filled {
  const unknown = new Set<string>();
  const text = template.replaceAll(PLACEHOLDER, (_, name) => {
    const value = placeholderValue(name);
    if (value === undefined) unknown.add(name);
    return value ?? '';
  });
  const halves = template.replaceAll(PLACEHOLDER, '').split(MARKER).length - 1;
  return { text, unknown: [...unknown], halves };
}
