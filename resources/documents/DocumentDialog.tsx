/** A dialog that changes a document, where the entity has no page for it. */
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { DocumentRow, Owner } from '../../dataProvider/documents.ts';
import type { Entity } from '../../schemas/entity.ts';
import { useNarrow } from '../context/useNarrow.ts';
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx';
import { DocumentForm } from './DocumentForm.tsx';

interface DocumentDialogProps {
  entity: Entity;
  owner: Owner;
  document: DocumentRow;
  onClose(): void;
}

export default function DocumentDialog({ entity, owner, document, onClose }: DocumentDialogProps) {
  const translate = useTranslate();
  const title = useId();
  const dirty = useRef(false);
  const [leaving, setLeaving] = useState(false);
  const close = () => (dirty.current ? setLeaving(true) : onClose());
  return (
    <Dialog
      open
      fullWidth
      maxWidth="md"
      fullScreen={useNarrow()}
      onClose={close}
      aria-labelledby={title}
      slotProps={{ paper: { sx: { bgcolor: 'background.paper' } } }}
    >
      <DialogTitle id={title}>{translate('officina.documents.edit_title')}</DialogTitle>
      <DialogContent sx={{ pb: 0 }}>
        <DocumentForm
          entity={entity}
          owner={owner}
          document={document}
          dirty={dirty}
          back={close}
          onDone={onClose}
        />
      </DialogContent>
      <ConfirmDialog
        open={leaving}
        title={translate('officina.form.unsaved_title')}
        confirm={translate('officina.form.unsaved_leave')}
        cancel={translate('officina.form.unsaved_stay')}
        onConfirm={onClose}
        onClose={() => setLeaving(false)}
      >
        {translate('officina.form.unsaved_text')}
      </ConfirmDialog>
    </Dialog>
  );
}
