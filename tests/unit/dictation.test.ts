/** Dictated text: which recognition is used, how the text is joined to typed text, which errors are reported. */
import { describe, expect, it } from 'vitest';
import { dictationFaultOf, joinedText, recognitionOf, saidIn } from '../../resources/speech/dictation.ts';

describe('dictation', () => {
  it('uses the recognition of the browser under either name, if there is one', () => {
    class One {}
    class Other {}
    expect(recognitionOf({ SpeechRecognition: One, webkitSpeechRecognition: Other })).toBe(One);
    expect(recognitionOf({ webkitSpeechRecognition: Other })).toBe(Other);
    expect(recognitionOf({})).toBeUndefined();
  });

  it('adds what was said to what was typed', () => {
    const cases: [string, string, string][] = [
      ['', ' perde olio ', 'Perde olio'],
      ['Rumore', 'dal riduttore', 'Rumore dal riduttore'],
      ['Rumore ', 'dal  riduttore', 'Rumore dal riduttore'],
      ['È ferma.', 'perde olio', 'È ferma. Perde olio'],
      ['Prima riga\n', 'seconda', 'Prima riga\nseconda'],
      ['Resta', '  ', 'Resta'],
    ];
    for (const [typed, said, all] of cases) expect(joinedText(typed, said)).toBe(all);
  });

  it('takes the best guess of each part', () => {
    const results = [[{ transcript: 'perde ' }, { transcript: 'pende ' }], [{ transcript: 'olio' }]];
    expect(saidIn({ results })).toBe('perde olio');
  });

  it('reports what the user can change, and no silence', () => {
    const codes = ['not-allowed', 'audio-capture', 'network', 'no-speech', 'aborted', 'other'];
    const faults = ['denied', 'none', 'network', undefined, undefined, 'failed'];
    expect(codes.map(dictationFaultOf)).toEqual(faults);
  });
});
