/** Saves the template under its fixed name. */
import { useState } from 'react';
import { saveTemplate } from '../../dataProvider/imports.ts';
import { having } from '../../schemas/catalogue.ts';
import type { Entity } from '../../schemas/entity.ts';
import { useSay, useSayWhy } from '../feedback/toasts.ts';

export function useTemplate(entity: Entity): { busy: boolean; save(): Promise<void> } {
  const say = useSay();
  const sayWhy = useSayWhy();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    const { path, file } = having(entity, 'import').import;
    setBusy(true);
    try {
      await saveTemplate(path, file);
      say('officina.import.template_done', 'success', { file });
    } catch (error) {
      sayWhy(error);
    }
    setBusy(false);
  };
  return { busy, save };
}
