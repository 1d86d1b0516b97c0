/** Dictates into a text field, if the plant allows it and the browser supports it. */
import MicIcon from '@mui/icons-material/MicNone';
import StopIcon from '@mui/icons-material/StopCircleOutlined';
import IconButton from '@mui/material/IconButton';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { LOCALES } from '../../schemas/entity.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { useSay } from '../feedback/toasts.ts';
import { dictationFaultOf, joinedText, type Recognition, recognitionOf, saidIn } from './dictation.ts';

/** The setting that allows dictation. It is off by default, because the audio is sent to the maker of the browser. */
const SETTING = 'DettaturaVocale';

export const useCanDictate = (): boolean =>
  useApplication().setting(SETTING) === '1' && recognitionOf(window) !== undefined;

interface DictateButtonProps {
  /** The label of the field. */
  label: string;
  /** Returns the typed text, to which the dictated text is added. */
  read(): string;
  write(text: string): void;
}

export function DictateButton({ label, ...field }: DictateButtonProps) {
  const translate = useTranslate();
  const { listening, toggle } = useDictation(field);
  return (
    <IconButton
      aria-label={translate(listening ? 'officina.dictation.stop' : 'officina.dictation.start', { label })}
      aria-pressed={listening}
      color={listening ? 'error' : 'default'}
      // The field keeps the focus, so that the phone's keyboard does not change.
      onMouseDown={(event) => event.preventDefault()}
      onClick={toggle}
      sx={{ alignSelf: 'flex-end', mr: -1, '@media (pointer: coarse)': { width: 48, height: 48 } }}
    >
      {listening ? <StopIcon /> : <MicIcon />}
    </IconButton>
  );
}

/** Starts and stops the dictation, which stops when the field is removed. */
function useDictation({ read, write }: Pick<DictateButtonProps, 'read' | 'write'>) {
  const translate = useTranslate();
  const language = useLanguage();
  const say = useSay();
  const [listening, setListening] = useState(false);
  const current = useRef<Recognition>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  const start = () => {
    const Recognizer = recognitionOf(window);
    if (!Recognizer) return;
    const recognition = new Recognizer();
    current.current = recognition;
    Object.assign(recognition, { lang: LOCALES[language], continuous: true, interimResults: true });
    const before = read();
    recognition.onresult = (event) => write(joinedText(before, saidIn(event)));
    recognition.onerror = ({ error }) => {
      const fault = dictationFaultOf(error);
      if (fault) say(translate(`officina.dictation.fault.${fault}`), 'warning');
    };
    recognition.onend = () => setListening(false);
    recognition.start();
    setListening(true);
  };
  return { listening, toggle: () => (listening ? current.current?.stop() : start()) };
}
