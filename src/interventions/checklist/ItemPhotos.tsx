/** Photos of a checklist item, taken with the phone's camera. */
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import {
  type DocumentRow,
  documentsOf,
  type Owner,
  removeDocument,
  uploadDocument,
} from '../../../dataProvider/documents.ts';
import { usePlantZone } from '../../../resources/context/application.tsx';
import { ConfirmDialog } from '../../../resources/feedback/ConfirmDialog.tsx';
import { useSay, useSayWhy } from '../../../resources/feedback/toasts.ts';
import { useFiles } from '../../../resources/files/useFiles.tsx';
import { useSmallerPhotos } from '../../../resources/files/useSmallerPhotos.ts';
import { todayIn } from '../../../resources/format/plant-time.ts';
import { useChanged } from '../calls/intervention-calls.ts';
import { photoFolder } from '../calls/photo-folder.ts';
import type { Item } from './checklist-item.ts';

const ownerOf = (item: Item): Owner => ({ resource: 'odl/checklist', id: item.id });

/** Uploads into the photo folder, or the first folder. */
async function upload(item: Item, files: File[], today: string): Promise<boolean> {
  const owner = ownerOf(item);
  const { cartelle } = await documentsOf(owner);
  const folder = photoFolder(cartelle);
  if (!folder) return false;
  const metadata = { idCartella: folder.id, descrizione: null, data_validita: today };
  for (const file of files) await uploadDocument(owner, file, metadata, {});
  return true;
}

export function useAddPhoto(item: Item): { busy: boolean; pick(): void; input: ReactNode } {
  const say = useSay();
  const sayWhy = useSayWhy();
  const changed = useChanged();
  const zone = usePlantZone();
  const smaller = useSmallerPhotos();
  const [busy, setBusy] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const add = async (files: File[]) => {
    if (files.length === 0) return;
    setBusy(true);
    try {
      if (!(await upload(item, await smaller(files), todayIn(zone))))
        say('officina.documents.no_folders', 'warning');
    } catch (error) {
      sayWhy(error);
    }
    await changed();
    setBusy(false);
  };
  const input = (
    <input
      ref={chooser}
      type="file"
      accept="image/*"
      capture="environment"
      multiple
      hidden
      disabled={busy}
      onChange={(event) => {
        void add([...(event.target.files ?? [])]);
        event.target.value = '';
      }}
    />
  );
  return { busy, pick: () => chooser.current?.click(), input };
}

export function ItemPhotos({ item, changes }: { item: Item; changes: boolean }) {
  const translate = useTranslate();
  const sayWhy = useSayWhy();
  const changed = useChanged();
  const owner = ownerOf(item);
  const { data } = useQuery({
    queryKey: ['documents', owner.resource, item.id, item.num_documenti],
    queryFn: () => documentsOf(owner),
    enabled: item.num_documenti > 0,
  });
  const photos = data?.documenti ?? [];
  const files = useFiles(owner, photos);
  const [leaving, setLeaving] = useState<DocumentRow>();
  if (item.num_documenti === 0) return null;
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
