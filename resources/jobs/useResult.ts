/** Saves the result of a job as a file. */
import { useState } from 'react';
import { type Job, saveResult } from '../../dataProvider/jobs.ts';
import { useSayWhy } from '../feedback/toasts.ts';

export function useResult(job: Pick<Job, 'id' | 'file'>): { saving: boolean; save(): Promise<void> } {
  const sayWhy = useSayWhy();
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    await saveResult(job).catch(sayWhy);
    setSaving(false);
  };
  return { saving, save };
}
