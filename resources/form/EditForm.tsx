/** The form of a stored record, on a page or in a dialog, inside <StoredRecord>. */
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { type RaRecord, useEditContext } from 'react-admin';
import type { Entity, Row } from '../../schemas/entity.ts';
import { type FileChange, FormFiles } from '../widgets/form-files.ts';
import { AnyForm } from './ClassedForm.tsx';
import type { Conflict } from './ConflictDialog.tsx';
import { useSendFiles } from './FileSender.tsx';
import type { Back } from './SaveBar.tsx';
import { useSaveAndAnswer } from './saving.ts';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import { useFilesAhead } from './useFilesAhead.ts';
import { useMoveQuestion } from './useMoveQuestion.tsx';

const ConflictDialog = lazy(() => import('./ConflictDialog.tsx'));

interface EditFormProps {
  entity: Entity;
  record: Row;
  readOnly: boolean;
  back: Back;
  /** The id of the form, for a save button elsewhere on the page. */
  formId?: string;
  onSaved(saved: RaRecord): void;
}

/**
 * Displays the version that others have saved. If there is unsaved input, it stays, and is compared with theirs on
 * save.
 */
export function EditForm({ record, onSaved, ...props }: EditFormProps) {
  const dirty = useRef(false);
  const newest = useRef(record);
  const [displayed, setDisplayed] = useState(record);
  useEffect(() => {
    newest.current = record;
    if (!dirty.current) setDisplayed(record);
  }, [record]);
  return (
    <EditFields
      {...props}
      key={String(displayed.versione)}
      record={displayed}
      dirty={dirty}
      onSaved={(saved) => {
        setDisplayed(newest.current);
        onSaved(saved);
      }}
    />
  );
}

interface EditFieldsProps extends EditFormProps {
  /** Whether there are unsaved changes. */
  dirty: RefObject<boolean>;
}

function EditFields({ entity, record, readOnly, back, formId, dirty, onSaved }: EditFieldsProps) {
  const { save, saving } = useEditContext();
  const send = useSaveAndAnswer(save);
  const [conflict, setConflict] = useState<Conflict>();
  const [files] = useState(() => new FormFiles());
  const ahead = useFilesAhead(entity, record);
  const sendFiles = useSendFiles();
  const changes = useRef<FileChange[]>([]);
  const move = useMoveQuestion(entity, record);
  const store = async (typed: Row) => {
    const restored = await move.refused(typed);
    if (restored) return { restored };
    const outcome = await send(await ahead.send(typed, changes.current));
    // If the second save is refused too, the conflict stays open with the reason.
    if (outcome.conflict || outcome.saved) setConflict(outcome.conflict);
    if (!outcome.saved) return outcome.refused;
    dirty.current = false;
    const owner = { resource: entity.resource, id: outcome.saved.id };
    await sendFiles(owner, ahead.rest(changes.current), 'after');
    onSaved(outcome.saved);
  };
  return (
    <>
      <AnyForm
        entity={entity}
        mode={readOnly ? 'view' : 'edit'}
        stored={record}
        back={back}
        formId={formId}
        saving={saving === true}
        dirty={dirty}
        files={files}
        onSave={(typed, fileChanges) => {
          changes.current = fileChanges;
          return store(typed);
        }}
      />
      {move.dialog}
      {conflict && (
        <Suspense fallback={null}>
          <ConflictDialog
            entity={entity}
            base={record}
            conflict={conflict}
            onSave={store}
            onClose={() => setConflict(undefined)}
          />
        </Suspense>
      )}
      <UnsavedGuard dirty={dirty} />
    </>
  );
}
