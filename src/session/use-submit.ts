import { type FormEvent, useState } from 'react';
import { CallError } from '../../dataProvider/http.ts';
import { useWords } from '../words/Words.tsx';

/** What every form here does: one submit at a time, the server's sentence when it refuses. */
export function useSubmit(work: () => Promise<void>) {
  const { t } = useWords();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (problem) {
      setError(problem instanceof CallError ? problem.message : t('officina.error.http'));
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, submit };
}
