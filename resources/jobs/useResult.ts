/** What came of a job, handed to the browser. */
import { useState } from 'react';
import { type Job, saveResult } from '../../dataProvider/jobs.ts';
import { reasonOf, useSay } from '../say.ts';

export function useResult(job: Pick<Job, 'id' | 'file'>): { saving: boolean; save(): Promise<void> } {
  const say = useSay();
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    await saveResult(job).catch((error) => say(reasonOf(error), 'error'));
    setSaving(false);
  };
  return { saving, save };
}
