import { useWords } from '../words/Words.tsx';
import { TextInput } from './TextInput.tsx';
import './factor.css';

interface CodeInputProps {
  value: string;
  onChange(value: string): void;
  /** Whether a recovery code is accepted instead of the app's code. */
  recovery?: boolean;
  /** Whether both kinds of code are accepted. */
  either?: boolean;
  autoFocus?: boolean;
}

/** The input of a code. Phones show the digit keypad, and offer a code that they have just received. */
export function CodeInput({ value, onChange, recovery = false, either = false, autoFocus }: CodeInputProps) {
  const { t } = useWords();
  const digits = !recovery && !either;
  const label = either ? 'either' : recovery ? 'recovery' : 'code';
  return (
    <TextInput
      label={t(`officina.factor.${label}`)}
      name="codice"
      className="factor-code"
      autoComplete={recovery ? 'off' : 'one-time-code'}
      inputMode={digits ? 'numeric' : 'text'}
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={24}
      autoFocus={autoFocus}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
