import { useWords } from '../words/Words.tsx';
import { TextInput } from './TextInput.tsx';
import './factor.css';

interface CodeInputProps {
  value: string;
  onChange(value: string): void;
  /** A recovery code, and not the app's. */
  recovery?: boolean;
  /** One of the two. */
  either?: boolean;
  autoFocus?: boolean;
}

/** The phone offers its digits, and the code it has just been sent. */
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
