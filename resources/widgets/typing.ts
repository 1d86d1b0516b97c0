/**
 * Keeps typed text in the input itself, so that no key press renders anything. The form gets the text after a short
 * pause (in the background), when the field loses the focus, or on Enter and Escape. So typing is fast in large
 * forms.
 */
import {
  type KeyboardEvent,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';

const REST_MS = 300;

export type TextInput = HTMLInputElement | HTMLTextAreaElement;

/** The inputs whose text their form does not have yet. */
const pending = new Set<() => void>();

/** Passes all typed text to the forms now, for example before they are drawn again. */
export function passAll(): void {
  flushSync(() => {
    for (const pass of [...pending]) pass();
  });
}

export interface Typing {
  /** Changes when the value changed elsewhere: the input then starts again with it. */
  epoch: number;
  input: {
    defaultValue: string;
    inputRef: RefObject<TextInput | null>;
    onChange(event: { target: { value: string } }): void;
    onBlur(): void;
    onKeyDown(event: KeyboardEvent): void;
  };
}

/** `shown` returns a text as the form will display it: '1,50' becomes '1,5'. */
export function useTyping(
  stored: string,
  pass: (text: string) => void,
  format: (text: string) => string = (text) => text,
): Typing {
  const inputRef = useRef<TextInput>(null);
  const typed = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(pass);
  const [start, setStart] = useState({ value: stored, epoch: 0 });
  const expected = useRef(stored);
  useEffect(() => {
    latest.current = pass;
  });
  const passNow = useCallback(() => {
    clearTimeout(timer.current);
    pending.delete(passNow);
    if (typed.current === undefined) return;
    latest.current(typed.current);
    typed.current = undefined;
  }, []);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      pending.delete(passNow);
    },
    [passNow],
  );
  useEffect(() => {
    if (stored === expected.current) return;
    expected.current = stored;
    // The form returns our own text while the input may already hold a longer one.
    if (typed.current === undefined && stored !== format(inputRef.current?.value ?? ''))
      setStart(({ epoch }) => ({ value: stored, epoch: epoch + 1 }));
  }, [stored, format]);
  return {
    epoch: start.epoch,
    input: {
      defaultValue: start.value,
      inputRef,
      onChange({ target }) {
        clearTimeout(timer.current);
        const text = target.value;
        typed.current = text;
        pending.add(passNow);
        // Passed again when the field loses the focus: a background update may be too late for Save.
        timer.current = setTimeout(() => startTransition(() => latest.current(text)), REST_MS);
      },
      onBlur: passNow,
      onKeyDown(event) {
        // Enter saves and Escape leaves: both need the typed text.
        if (event.key === 'Enter' || event.key === 'Escape') flushSync(passNow);
      },
    },
  };
}

/** Types a text into an input, as the arrow keys do, so that listeners of the input are notified. */
export function typeInto(input: TextInput, text: string): void {
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set;
  set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Types a text into an input that has no focus; the form gets it at once, as when the user leaves the field. */
export function typeWhole(input: TextInput | null, text: string): void {
  if (!input) return;
  typeInto(input, text);
  input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}
