/** The form of a new record, on a page or in a dialog, inside <NewRecord>. */
import { type ReactNode, useRef, useState } from 'react';
import { type RaRecord, type SaveHandler, useCreateContext } from 'react-admin';
import type { Entity, Row } from '../../schemas/entity.ts';
import { type FileChange, FormFiles } from '../widgets/form-files.ts';
import { AnyForm } from './ClassedForm.tsx';
import { useSendFiles } from './FileSender.tsx';
import type { Back } from './SaveBar.tsx';
import { useSaveAndAnswer } from './saving.ts';
import { UnsavedGuard } from './UnsavedGuard.tsx';

interface CreateFormProps {
  entity: Entity;
  start?: Row;
  back: Back;
  /** The id of the form, for a save button elsewhere on the page. */
  formId?: string;
  /** Elements between the fields and the buttons. */
  extra?: ReactNode;
  /** Saves in place of react-admin's own call. */
  own?: { save: SaveHandler<Row>; saving: boolean };
  onSaved(saved: RaRecord): void;
}

export function CreateForm({ entity, start, back, formId, extra, own, onSaved }: CreateFormProps) {
  const { save, saving } = useCreateContext();
  const send = useSaveAndAnswer(own?.save ?? save);
  const dirty = useRef(false);
  const [files] = useState(() => new FormFiles());
  const sendFiles = useSendFiles();
  const store = async (record: Row, changes: FileChange[]) => {
    const { saved, refused } = await send(record);
    if (!saved) return refused;
    dirty.current = false;
    await sendFiles({ resource: entity.resource, id: saved.id }, changes, 'after');
    onSaved(saved);
  };
  return (
    <>
      <AnyForm
        entity={entity}
        mode="create"
        stored={undefined}
        start={start}
        back={back}
        formId={formId}
        saving={(own?.saving ?? saving) === true}
        dirty={dirty}
        files={files}
        onSave={store}
        extra={extra}
      />
      <UnsavedGuard dirty={dirty} />
    </>
  );
}
