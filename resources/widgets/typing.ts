/**
 * What is being typed is kept beside the field and handed to the form after a short rest, on leaving the field or on
 * Enter. So a key answers at once however large the form is.
 */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

const REST_MS = 150;

export interface Typing {
  value: string;
  onChange(event: { target: { value: string } }): void;
  onBlur(): void;
  onKeyDown(event: KeyboardEvent): void;
}

export function useTyping(stored: string, hand: (text: string) => void): Typing {
  const [draft, setDraft] = useState<string>();
  const pending = useRef<{ text: string; timer: ReturnType<typeof setTimeout> }>(undefined);
  const latest = useRef(hand);
  useEffect(() => {
    latest.current = hand;
  });
  useEffect(() => () => clearTimeout(pending.current?.timer), []);
  const settle = () => {
    if (!pending.current) return;
    clearTimeout(pending.current.timer);
    latest.current(pending.current.text);
    pending.current = undefined;
    setDraft(undefined);
  };
  return {
    value: draft ?? stored,
    onChange({ target }) {
      clearTimeout(pending.current?.timer);
      setDraft(target.value);
      pending.current = { text: target.value, timer: setTimeout(settle, REST_MS) };
    },
    onBlur: settle,
    onKeyDown(event) {
      if (event.key === 'Enter') flushSync(settle);
    },
  };
}
