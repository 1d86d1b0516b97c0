/** Saves the template under its fixed name. */
import { useState } from 'react';
import { saveTemplate } from '../../dataProvider/imports.ts';
import type { Entity } from '../../schemas/entity.ts';
import { useSay, useSayWhy } from '../feedback/toasts.ts';

export function useTemplate({ import: sheet }: Entity): { busy: boolean; save(): Promise<void> } {
  const say = useSay();
  const sayWhy = useSayWhy();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await saveTemplate(sheet!.path, sheet!.file);
      say('officina.import.template_done', 'success', { file: sheet!.file });
    } catch (error) {
      sayWhy(error);
    }
    setBusy(false);
  };
  return { busy, save };
}
