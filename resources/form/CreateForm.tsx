/** The form of a new record, on a page or in a dialog, inside <NewRecord>. */
import { type ReactNode, useEffect, useRef } from 'react';
import { type RaRecord, type SaveHandler, useCreateContext } from 'react-admin';
import { useLocation } from 'react-router';
import type { Besides } from '../../dataProvider/device.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import type { FileChange } from '../widgets/form-files.ts';
import { AnyForm } from './ClassedForm.tsx';
import { Drafted } from './Drafted.tsx';
import { useSendFiles } from './FileSender.tsx';
import type { FormDraft } from './form-draft.ts';
import type { Back } from './SaveBar.tsx';
import { useSaveAndAnswer } from './saving.ts';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import { useOwnValues, useSavedOrDraft } from './useDraft.ts';

/** What a page keeps besides the fields, in a draft of everything that is typed. */
export interface Kept extends Besides {
  /** The name of what the record is about. */
  about: string;
  /** Values that the page gives, in place of those of a draft. */
  given: Row;
  onBegun(besides: Besides): void;
}

interface CreateFormProps {
  entity: Entity;
  start?: Row;
  back: Back;
  /** The id of the form, for a save button elsewhere on the page. */
  formId?: string;
  /** Elements between the fields and the buttons. */
  extra?: ReactNode;
  /** Saves in place of react-admin's own call. A call that does not reach the server is then its own concern. */
  own?: { save: SaveHandler<Row>; saving: boolean };
  /** The row of another list that the new record belongs to. */
  below?: RaRecord['id'];
  kept?: Kept;
  onSaved(saved: RaRecord): void | Promise<void>;
}

export function CreateForm(props: CreateFormProps) {
  const { entity, below = '', kept } = props;
  const { pathname } = useLocation();
  return (
    <Drafted
      entity={entity.name}
      place={`${entity.name} ${pathname} ${below}`}
      about={kept?.about}
      keeps={kept && 'always'}
      onDiscarded={() => kept?.onBegun({ photos: [], isWhole: kept.isWhole })}
    >
      {(draft, line) => (
        <>
          {line}
          <CreateFields {...props} draft={draft} />
        </>
      )}
    </Drafted>
  );
}

/** Keeps in the draft what the page holds besides the fields, and gives it back to the page. */
function useBesides(draft: FormDraft, kept: Kept | undefined): void {
  const { photos, isWhole, onBegun } = kept ?? {};
  const begun = useRef(draft.begun?.besides);
  useEffect(() => {
    if (begun.current) onBegun?.(begun.current);
    else if (photos && isWhole !== undefined) draft.add({ photos, isWhole });
    begun.current = undefined;
  }, [draft, photos, isWhole, onBegun]);
}

function CreateFields(props: CreateFormProps & { draft: FormDraft }) {
  const { entity, start, back, formId, extra, own, kept, draft, onSaved } = props;
  const { save, saving } = useCreateContext();
  const send = useSavedOrDraft(draft, useSaveAndAnswer(own?.save ?? save), { waits: own !== undefined });
  const dirty = useRef(draft.begun !== undefined);
  const sendFiles = useSendFiles();
  const values = useOwnValues(entity, draft, undefined);
  useBesides(draft, kept);
  const store = async (record: Row, changes: FileChange[]) => {
    const { saved, refused } = await send(record);
    if (!saved) return refused;
    dirty.current = false;
    await draft.end();
    await sendFiles({ resource: entity.resource, id: saved.id }, changes, 'after');
    await onSaved(saved);
  };
  return (
    <>
      <AnyForm
        entity={entity}
        mode="create"
        stored={undefined}
        start={start}
        typed={values && { ...values, ...kept?.given }}
        titles={draft.begun?.titles}
        back={back}
        formId={formId}
        saving={(own?.saving ?? saving) === true}
        dirty={dirty}
        files={draft.files}
        onSave={store}
        onTyped={(typed, shape) => draft.type(shape, typed, undefined, dirty.current)}
        extra={extra}
      />
      <UnsavedGuard dirty={dirty} draft={draft} />
    </>
  );
}
