/** Small photos of a record: a press opens one. */
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { type DocumentRow, type Owner, removeDocument } from '../../../dataProvider/documents.ts';
import { ConfirmDialog } from '../../../resources/feedback/ConfirmDialog.tsx';
import { useSayWhy } from '../../../resources/feedback/toasts.ts';
import { useFiles } from '../../../resources/files/useFiles.tsx';
import { useChanged } from '../calls/intervention-calls.ts';

interface PhotosProps {
  owner: Owner;
  photos: DocumentRow[];
  /** Whether the user may remove them. */
  changes: boolean;
}

export function Photos({ owner, photos, changes }: PhotosProps) {
  const translate = useTranslate();
  const sayWhy = useSayWhy();
  const changed = useChanged();
  const files = useFiles(owner, photos);
  const [leaving, setLeaving] = useState<DocumentRow>();
  const remove = async () => {
    try {
      await removeDocument(owner, leaving!.id);
    } catch (error) {
      sayWhy(error);
    }
    setLeaving(undefined);
    await changed();
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {photos.map((photo) => (
        <Photo
          key={photo.id}
          photo={photo}
          onLook={() => files.look(photo)}
          onRemove={changes ? () => setLeaving(photo) : undefined}
        />
      ))}
      {files.dialog}
      <ConfirmDialog
        open={leaving !== undefined}
        title={translate('officina.confirm.deleteFile')}
        confirm={translate('officina.list.delete')}
        onConfirm={remove}
        onClose={() => setLeaving(undefined)}
      >
        {translate('officina.delete.text')}
      </ConfirmDialog>
    </Box>
  );
}

interface PhotoProps {
  photo: DocumentRow;
  onLook(): void;
  /** Without it, the photo cannot be removed. */
  onRemove?(): void;
}

function Photo({ photo, onLook, onRemove }: PhotoProps) {
  const translate = useTranslate();
  const name = photo.nome_file_originale;
  return (
    <Box sx={{ position: 'relative' }}>
      <ButtonBase
        onClick={onLook}
        aria-label={translate('officina.documents.look_at', { name })}
        sx={{ width: 88, height: 88, borderRadius: 1, overflow: 'hidden', bgcolor: 'action.hover' }}
      >
        <Box
          component="img"
          src={photo.url}
          alt=""
          sx={{ width: '100%', height: '100%', objectFit: 'cover' }}
        />
      </ButtonBase>
      {onRemove && (
        <IconButton
          size="small"
          aria-label={translate('officina.documents.take_away', { name })}
          onClick={onRemove}
          sx={{ position: 'absolute', top: 2, right: 2, bgcolor: 'background.paper' }}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
}
