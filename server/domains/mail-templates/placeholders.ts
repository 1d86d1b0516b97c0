/** `$#$name$#$` in a subject or a body, and what takes its place. Pure. */

const PLACEHOLDER = /\$#\$\s*([A-Za-z_]\w*)\s*\$#\$/g;
const MARKER = '$#$';

export interface Filled {
  text: string;
  /** Names that mean nothing, in the order they stand; each once. */
  unknown: string[];
  /** Markers without their other half: they stay what they are, text. */
  halves: number;
}

/** `worth` answers undefined for a name that is none. */
export function fill(template: string, worth: (name: string) => string | undefined): Filled {
  const unknown = new Set<string>();
  const text = template.replaceAll(PLACEHOLDER, (_, name) => {
    const value = worth(name);
    if (value === undefined) unknown.add(name);
    return value ?? '';
  });
  const halves = template.replaceAll(PLACEHOLDER, '').split(MARKER).length - 1;
  return { text, unknown: [...unknown], halves };
}
