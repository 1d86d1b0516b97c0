/** A dialog that changes a document, where the entity has no page for it. */
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { DocumentRow, Owner } from '../../dataProvider/documents.ts';
import type { Entity } from '../../schemas/entity.ts';
import { useFullScreen } from '../context/useNarrow.ts';
import { DraftedBy } from '../form/Drafted.tsx';
import type { FormDraft } from '../form/form-draft.ts';
import { UnsavedQuestion } from '../form/UnsavedGuard.tsx';
import { DocumentForm, placeOfDocument } from './DocumentForm.tsx';
import { useDocumentsEntity } from './useDocuments.ts';

interface DocumentDialogProps {
  entity: Entity;
  owner: Owner;
  document: DocumentRow;
  /** The id of the draft with which the dialog begins, if a link names it. */
  draft?: string;
  onClose(): void;
}

export default function DocumentDialog({ draft: linked, ...props }: DocumentDialogProps) {
  const { entity, owner, document } = props;
  const { name } = useDocumentsEntity(entity);
  return (
    <DraftedBy entity={name} place={placeOfDocument(owner, document)} record={document} linked={linked}>
      {(formDraft, line) => <Opened {...props} formDraft={formDraft} line={line} />}
    </DraftedBy>
  );
}

interface OpenedProps extends DocumentDialogProps {
  formDraft: FormDraft;
  /** Tells about the draft. */
  line: ReactNode;
}

function Opened({ formDraft, line, onClose, ...props }: OpenedProps) {
  const translate = useTranslate();
  const title = useId();
  const dirty = useRef(false);
  const [leaving, setLeaving] = useState(false);
  const close = () => (dirty.current && !formDraft.stays() ? setLeaving(true) : onClose());
  return (
    <Dialog
      open
      fullWidth
      maxWidth="md"
      fullScreen={useFullScreen()}
      onClose={close}
      aria-labelledby={title}
      slotProps={{ paper: { sx: { bgcolor: 'background.paper' } } }}
    >
      <DialogTitle id={title}>{translate('officina.documents.edit_title')}</DialogTitle>
      <DialogContent sx={{ pb: 0 }}>
        {line}
        <DocumentForm {...props} formDraft={formDraft} dirty={dirty} back={close} onDone={onClose} />
      </DialogContent>
      <UnsavedQuestion
        open={leaving}
        onLeave={() => {
          void formDraft.end();
          onClose();
        }}
        onStay={() => setLeaving(false)}
      />
    </Dialog>
  );
}
