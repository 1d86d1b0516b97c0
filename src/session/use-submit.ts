import { type FormEvent, useState } from 'react';
import { CallError } from '../../dataProvider/http.ts';
import { useWords } from '../words/Words.tsx';

/** The submit logic of all public forms: one request at a time, and the server's error message. */
export function useSubmit(work: () => Promise<void>) {
  const { t } = useWords();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const run = async (act: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await act();
    } catch (problem) {
      setError(problem instanceof CallError ? problem.message : t('officina.error.http'));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    return run(work);
  };
  return { busy, error, submit, run, correct: () => setError(undefined) };
}
