/** The form of a stored record, on a page or in a dialog, inside <StoredRecord>. */
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { type RaRecord, useEditContext } from 'react-admin';
import { idOf } from '../../schemas/catalogue.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { Opening } from '../feedback/Placeholder.tsx';
import type { FileChange } from '../widgets/form-files.ts';
import { AnyForm } from './ClassedForm.tsx';
import type { Conflict } from './ConflictDialog.tsx';
import { Drafted } from './Drafted.tsx';
import { useSendFiles } from './FileSender.tsx';
import type { FormDraft } from './form-draft.ts';
import type { Back } from './SaveBar.tsx';
import { useSaveAndAnswer } from './saving.ts';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import { useOwnValues, useSavedOrDraft } from './useDraft.ts';
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

/** Begins with the draft of this record, if there is one. */
export function EditForm(props: EditFormProps) {
  const { entity, record, readOnly } = props;
  return (
    <Drafted
      entity={entity.name}
      place={`${entity.name} ${idOf(entity, record)}`}
      record={record}
      readOnly={readOnly}
    >
      {(draft, line) => (
        <>
          {line}
          <Versions {...props} draft={draft} />
        </>
      )}
    </Drafted>
  );
}

/**
 * Displays the version that others have saved. If there is unsaved input, it stays, and is compared with theirs on
 * save. So a draft of an older version is displayed with that version.
 */
function Versions({ record, onSaved, ...props }: EditFormProps & { draft: FormDraft }) {
  const begun = props.readOnly ? undefined : props.draft.begun;
  const dirty = useRef(begun !== undefined);
  const newest = useRef(record);
  const [displayed, setDisplayed] = useState(() =>
    begun?.base && begun.base.versione !== record.versione ? begun.base : record,
  );
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
  draft: FormDraft;
  /** Whether there are unsaved changes. */
  dirty: RefObject<boolean>;
}

function EditFields(props: EditFieldsProps) {
  const { entity, record, readOnly, back, formId, draft, dirty, onSaved } = props;
  const { save, saving } = useEditContext();
  const send = useSavedOrDraft(draft, useSaveAndAnswer(save));
  const [conflict, setConflict] = useState<Conflict>();
  const values = useOwnValues(entity, draft, record);
  const ahead = useFilesAhead(entity, record);
  const sendFiles = useSendFiles();
  const changes = useRef<FileChange[]>([]);
  const move = useMoveQuestion(entity, record);
  const store = async (typed: Row) => {
    const restored = await move.refused(typed);
    if (restored) return { restored };
    const outcome = await send(typed, () => ahead.send(typed, changes.current));
    // If the second save is refused too, the conflict stays open with the reason.
    if (outcome.conflict || outcome.saved) setConflict(outcome.conflict);
    if (!outcome.saved) return outcome.refused;
    dirty.current = false;
    await draft.end();
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
        typed={readOnly ? undefined : values}
        titles={draft.begun?.titles}
        back={back}
        formId={formId}
        saving={saving === true}
        dirty={dirty}
        files={draft.files}
        onTyped={(typed, shape) => draft.type(shape, typed, record, dirty.current)}
        onSave={(typed, fileChanges) => {
          changes.current = fileChanges;
          return store(typed);
        }}
      />
      {move.dialog}
      {conflict && (
        <Suspense fallback={<Opening />}>
          <ConflictDialog
            entity={entity}
            base={record}
            conflict={conflict}
            onSave={store}
            onClose={() => setConflict(undefined)}
          />
        </Suspense>
      )}
      <UnsavedGuard dirty={dirty} draft={draft} />
    </>
  );
}
