/**
 * What is being typed stays in the input itself, which no key redraws, and is handed to the form after a short rest
 * (in the background, so that the next key need not wait), on leaving the field, or on Enter and Escape. So a key
 * answers at once however large the form is.
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

type Input = HTMLInputElement | HTMLTextAreaElement;

/** The inputs with something in them that their form does not know yet. */
const unhanded = new Set<() => void>();

/** Hands all that is being typed to the forms now, as before they are drawn anew. */
export function handAll(): void {
  flushSync(() => {
    for (const hand of [...unhanded]) hand();
  });
}

export interface Typing {
  /** Changes when the value came from elsewhere: the input then starts anew with it. */
  epoch: number;
  input: {
    defaultValue: string;
    inputRef: RefObject<Input | null>;
    onChange(event: { target: { value: string } }): void;
    onBlur(): void;
    onKeyDown(event: KeyboardEvent): void;
  };
}

/** `shown` says how a text will be shown once the form has it, as '1,50' is shown as '1,5'. */
export function useTyping(
  stored: string,
  hand: (text: string) => void,
  shown: (text: string) => string = (text) => text,
): Typing {
  const inputRef = useRef<Input>(null);
  const typed = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(hand);
  const [start, setStart] = useState({ value: stored, epoch: 0 });
  const expected = useRef(stored);
  useEffect(() => {
    latest.current = hand;
  });
  const handNow = useCallback(() => {
    clearTimeout(timer.current);
    unhanded.delete(handNow);
    if (typed.current === undefined) return;
    latest.current(typed.current);
    typed.current = undefined;
  }, []);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      unhanded.delete(handNow);
    },
    [handNow],
  );
  useEffect(() => {
    if (stored === expected.current) return;
    expected.current = stored;
    // Our own text comes back from the form while the input may already hold a longer one.
    if (typed.current === undefined && stored !== shown(inputRef.current?.value ?? ''))
      setStart(({ epoch }) => ({ value: stored, epoch: epoch + 1 }));
  }, [stored, shown]);
  return {
    epoch: start.epoch,
    input: {
      defaultValue: start.value,
      inputRef,
      onChange({ target }) {
        clearTimeout(timer.current);
        const text = target.value;
        typed.current = text;
        unhanded.add(handNow);
        // Handed again on leaving the field: what waits in the background is not yet there for Save.
        timer.current = setTimeout(() => startTransition(() => latest.current(text)), REST_MS);
      },
      onBlur: handNow,
      onKeyDown(event) {
        // Enter saves and Escape leaves: both have to know what was typed.
        if (event.key === 'Enter' || event.key === 'Escape') flushSync(handNow);
      },
    },
  };
}

/** Types a text into an input for the person, as the arrows do; whoever listens to the input hears it. */
export function typeInto(input: HTMLInputElement, text: string): void {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
