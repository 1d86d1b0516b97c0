/**
 * Keeps typed text in the input itself, so that no key press draws anything. The form gets the text after a short
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

/** Functions that pass on the text of inputs, whose forms do not have it yet. */
const pending = new Set<() => void>();

/** Passes all typed text to the forms now, for example before the forms are drawn again. */
export function passAll(): void {
  flushSync(() => {
    for (const pass of [...pending]) pass();
  });
}

export interface Typing {
  /** A number that changes when the value changes elsewhere. The input then starts again with the new value. */
  epoch: number;
  input: {
    defaultValue: string;
    inputRef: RefObject<TextInput | null>;
    onChange(event: { target: { value: string } }): void;
    onBlur(): void;
    onKeyDown(event: KeyboardEvent): void;
  };
}

/** Returns the properties of the input. `shown` returns a text as the form will display it: '1,50' becomes '1,5'. */
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
    // The form returns the text that it got, while the input may already contain a longer one.
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
        // The text is passed again when the field loses the focus, because a background update may be too late for
        // Save.
        timer.current = setTimeout(() => startTransition(() => latest.current(text)), REST_MS);
      },
      onBlur: passNow,
      onKeyDown(event) {
        // Enter saves and Escape leaves the form. Both need the typed text.
        if (event.key === 'Enter' || event.key === 'Escape') flushSync(passNow);
      },
    },
  };
}

/** Types a text into an input, for example for the arrow keys, so that listeners of the input are notified. */
export function typeInto(input: TextInput, text: string): void {
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set;
  set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Types a text into an input that has no focus. The form gets it at once, as when the user leaves the field. */
export function typeWhole(input: TextInput | null, text: string): void {
  if (!input) return;
  typeInto(input, text);
  input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}
