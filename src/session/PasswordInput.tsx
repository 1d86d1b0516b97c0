import { type ComponentProps, useState } from 'react';
import { useWords } from '../words/Words.tsx';
import { TextInput } from './TextInput.tsx';

const EYE = 'M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7Zm10-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z';

/** A password field with a button to reveal the text. */
export function PasswordInput(props: Omit<ComponentProps<typeof TextInput>, 'type' | 'adornment'>) {
  const { t } = useWords();
  const [visible, setVisible] = useState(false);
  return (
    <TextInput
      {...props}
      type={visible ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      adornment={
        <button
          type="button"
          className="input-eye"
          aria-pressed={visible}
          aria-label={t('officina.password.show')}
          onClick={() => setVisible(!visible)}
        >
          <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <g fill="none" stroke="currentColor" strokeWidth="1.7" strokeLinejoin="round">
              <path d={EYE} />
              {visible && <path d="M4 4l16 16" strokeLinecap="round" />}
            </g>
          </svg>
        </button>
      }
    />
  );
}
