/** The small photos of a record. A press opens a photo. */
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { type DocumentRow, type Owner, removeDocument } from '../../../dataProvider/documents.ts';
import { outbox } from '../../../dataProvider/outbox.ts';
import { ConfirmDialog } from '../../../resources/feedback/ConfirmDialog.tsx';
import { useSayWhy } from '../../../resources/feedback/toasts.ts';
import { HeldNote } from '../../../resources/files/HeldNote.tsx';
import { LocalPicture } from '../../../resources/files/LocalPicture.tsx';
import { useFiles } from '../../../resources/files/useFiles.tsx';
import { useHeldFile } from '../../../resources/files/useHeldFile.ts';
import { useChanged } from '../calls/intervention-calls.ts';
import { isUnsent } from '../calls/unsent-acts.ts';
import type { WaitingFile } from './useWaitingFiles.ts';

/** The side of a photo in pixels: its middle stays free of the button that removes it. */
const SIDE = 112;

interface PhotosProps {
  owner: Owner;
  photos: DocumentRow[];
  /** Photos on the device that the server's answer does not contain yet. */
  waiting: WaitingFile[];
  /** Whether the user may remove photos. */
  changes: boolean;
}

const isWaiting = (photo: DocumentRow | WaitingFile): photo is WaitingFile => 'doneAt' in photo;

export function Photos({ owner, photos, waiting, changes }: PhotosProps) {
  const translate = useTranslate();
  const sayWhy = useSayWhy();
  const changed = useChanged();
  const files = useFiles(owner, photos);
  const [leaving, setLeaving] = useState<DocumentRow | WaitingFile>();
  const remove = async () => {
    if (!leaving) return;
    try {
      await (isWaiting(leaving) ? outbox.drop(leaving) : removeDocument(owner, leaving.id));
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
      {waiting.map((act) => (
        <WaitingPhoto key={act.key} act={act} onRemove={() => setLeaving(act)} />
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

/** A photo on the device. The user decides about a refused photo in the list of waiting acts. */
function WaitingPhoto({ act, onRemove }: { act: WaitingFile; onRemove(): void }) {
  const translate = useTranslate();
  const isRefused = act.refusal !== undefined;
  const { content } = act.file;
  return (
    <Box sx={{ position: 'relative', width: SIDE, height: SIDE, borderRadius: 1, overflow: 'hidden' }}>
      <LocalPicture file={content} alt={content.name} />
      {isUnsent(act) && (
        <Box
          sx={{
            position: 'absolute',
            inset: 'auto 0 0',
            py: 0.25,
            textAlign: 'center',
            typography: 'caption',
            fontWeight: 600,
            color: 'text.primary',
            bgcolor: 'background.paper',
          }}
        >
          {translate(`officina.outbox.${isRefused ? 'photo_refused' : 'photo_waits'}`)}
        </Box>
      )}
      {isUnsent(act) && !isRefused && <RemoveButton name={content.name} onRemove={onRemove} />}
    </Box>
  );
}

function RemoveButton({ name, onRemove }: { name: string; onRemove(): void }) {
  const translate = useTranslate();
  return (
    <IconButton
      aria-label={translate('officina.documents.take_away', { name })}
      onClick={onRemove}
      sx={{
        position: 'absolute',
        top: 0,
        right: 0,
        width: 40,
        height: 40,
        '& svg': { borderRadius: '50%', bgcolor: 'background.paper' },
      }}
    >
      <CloseIcon fontSize="small" />
    </IconButton>
  );
}

interface PhotoProps {
  photo: DocumentRow;
  onLook(): void;
  /** Removes the photo; undefined if the user may not. */
  onRemove?(): void;
}

function Photo({ photo, onLook, onRemove }: PhotoProps) {
  const translate = useTranslate();
  const name = photo.nome_file_originale;
  const { url } = useHeldFile(photo.url);
  const [broken, setBroken] = useState<string>();
  return (
    <Box sx={{ position: 'relative' }}>
      <ButtonBase
        onClick={onLook}
        aria-label={translate('officina.documents.look_at', { name })}
        sx={{ width: SIDE, height: SIDE, borderRadius: 1, overflow: 'hidden', bgcolor: 'action.hover' }}
      >
        {url !== undefined && url === broken ? (
          <HeldNote file={photo} />
        ) : (
          <Box
            component="img"
            src={url}
            alt=""
            onError={() => setBroken(url)}
            sx={{ width: '100%', height: '100%', objectFit: 'cover' }}
          />
        )}
      </ButtonBase>
      {onRemove && <RemoveButton name={name} onRemove={onRemove} />}
    </Box>
  );
}
