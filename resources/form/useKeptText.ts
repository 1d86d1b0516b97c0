/**
 * The text of a form with a single field, such as the name of a filter. Without a network it survives a reload in this
 * tab. No list of drafts contains it.
 */
import { useEffect, useState } from 'react';
import { keepText, keptText } from '../../dataProvider/kept-text.ts';
import { useApplication } from '../context/application.tsx';
import { useNetworkMissing } from '../context/useNetworkMissing.ts';

interface KeptText {
  text: string;
  setText(text: string): void;
  /** Called after a save, which may remove the field from the page. */
  forget(): void;
}

/** `stored` is the text that the server has. */
export function useKeptText(name: string, stored: string): KeptText {
  const user = useApplication().person?.id;
  const missing = useNetworkMissing();
  const [text, setText] = useState(() => keptText(user, name) ?? stored);
  useEffect(() => {
    if (text === stored) keepText(user, name, undefined);
    else if (missing) keepText(user, name, text);
  }, [user, name, text, stored, missing]);
  return { text, setText, forget: () => keepText(user, name, undefined) };
}
