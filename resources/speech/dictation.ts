/**
 * The speech recognition of the browser (Web Speech API), with the parts that we use, and the rules that join
 * dictated text to typed text.
 */

export interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: RecognitionResults) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}

export interface RecognitionResults {
  results: ArrayLike<ArrayLike<{ transcript: string }>>;
}

type RecognitionClass = new () => Recognition;

/** Returns the recognition of this browser; undefined if there is none. */
export function recognitionOf(browser: object): RecognitionClass | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = browser as Record<
    string,
    RecognitionClass | undefined
  >;
  return SpeechRecognition ?? webkitSpeechRecognition;
}

export type DictationFault = 'denied' | 'none' | 'network' | 'language' | 'failed';

const FAULTS: Record<string, DictationFault | undefined> = {
  'not-allowed': 'denied',
  'service-not-allowed': 'denied',
  'audio-capture': 'none',
  network: 'network',
  'language-not-supported': 'language',
};
/** The errors that are not reported: silence, or a stop by the user. */
const NO_FAULTS = ['no-speech', 'aborted'];

/** Returns the message for an error; undefined if there is nothing to report. */
export const dictationFaultOf = (error: string): DictationFault | undefined =>
  NO_FAULTS.includes(error) ? undefined : (FAULTS[error] ?? 'failed');

/** Returns all text recognised so far, final or not. */
export const saidIn = ({ results }: RecognitionResults): string =>
  Array.from(results, (result) => result[0]?.transcript ?? '').join('');

const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Appends dictated text to typed text, after a space, and with a capital letter at the start of a sentence. */
export function joinedText(typed: string, said: string): string {
  const text = said.trim().replaceAll(/\s+/g, ' ');
  if (text === '') return typed;
  const before = typed.trimEnd();
  if (before === '') return capitalised(text);
  const space = typed.length > before.length ? typed.slice(before.length) : ' ';
  return `${before}${space}${/[.?!]$/.test(before) ? capitalised(text) : text}`;
}
