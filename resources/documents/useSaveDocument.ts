/** Saves a document, or keeps a draft. The result is an error by field, a refusal or a conflict. */
import { useState } from 'react';
import { useRefresh, useTranslate } from 'react-admin';
import { changeDocuments, type DocumentRow, type Owner } from '../../dataProvider/documents.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { useLanguage, usePlantZone } from '../context/application.tsx';
import { useSay } from '../feedback/toasts.ts';
import type { FormDraft } from '../form/form-draft.ts';
import { fateOf, type Outcome, outcomeOf } from '../form/saving.ts';
import { useSavedOrDraft } from '../form/useDraft.ts';
import { todayIn } from '../format/plant-time.ts';
import { documentValues, draftOf, errorsIn, rowOf } from './draft.ts';
import type { Draft } from './upload-job.ts';
import { useDocumentsEntity } from './useDocuments.ts';

interface Saving {
  saving: boolean;
  outcome: Outcome;
  save(draft: Draft): Promise<void>;
  /** Saves a row after a conflict, with the version that it replaces. */
  saveRow(row: Row): Promise<void>;
  forget(): void;
}

/** `covers` tells whether the file may be the cover image. */
export function useSaveDocument(
  entity: Entity,
  owner: Owner,
  document: DocumentRow,
  covers: boolean,
  formDraft: FormDraft,
  onDone: () => void,
): Saving {
  const translate = useTranslate();
  const language = useLanguage();
  const say = useSay();
  const refresh = useRefresh();
  const today = todayIn(usePlantZone());
  const documents = useDocumentsEntity(entity);
  const [saving, setSaving] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>({});
  const attempt = useSavedOrDraft(formDraft, async (row, key): Promise<Outcome> => {
    const values = { ...documentValues(draftOf(row), covers), versione: Number(row.versione) };
    try {
      await changeDocuments(owner, [document.id], values, key);
      return { saved: document };
    } catch (error) {
      return { ...outcomeOf(error, row), ...(await fateOf(error)) };
    }
  });
  const saveRow = async (row: Row) => {
    setOutcome({});
    setSaving(true);
    const answered = await attempt(row);
    if (!answered.saved) {
      setSaving(false);
      setOutcome(answered);
      return;
    }
    await formDraft.end();
    say('officina.form.saved', 'success', { name: document.nome_file_originale });
    refresh();
    onDone();
  };
  const save = async (draft: Draft) => {
    const errors = errorsIn(draft, documents, today, language);
    if (Object.keys(errors).length > 0)
      setOutcome({ refused: { message: translate('officina.form.invalid'), errors } });
    else await saveRow({ ...rowOf(draft), versione: document.versione });
  };
  return { saving, outcome, save, saveRow, forget: () => setOutcome({}) };
}
