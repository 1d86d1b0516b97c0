/** The note of a checklist item, with the buttons that change it and add a photo. */

import CameraIcon from '@mui/icons-material/PhotoCameraOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { CancelButton } from '../../../resources/feedback/CancelButton.tsx';
import type { Row } from '../../../schemas/entity.ts';
import { useAddPhoto } from '../photos/useAddPhoto.tsx';
import type { Item } from './checklist-item.ts';
import { ownerOf } from './ItemPhotos.tsx';

interface ItemNoteProps {
  item: Item;
  changes: boolean;
  busy: boolean;
  onSave(change: Row): Promise<boolean>;
}

export function ItemNote({ item, changes, busy, onSave }: ItemNoteProps) {
  const [text, setText] = useState<string>();
  const [began, setBegan] = useState<string | null>(null);
  const photo = useAddPhoto(item.id_odl, ownerOf(item));
  const begin = () => {
    setText(item.note ?? '');
    setBegan(item.note);
  };
  if (changes && text !== undefined)
    return (
      <NoteEditor
        item={item}
        began={began}
        text={text}
        onType={setText}
        busy={busy}
        onSave={onSave}
        onClose={() => setText(undefined)}
      />
    );
  return (
    <>
      {item.note && <Typography sx={{ whiteSpace: 'pre-wrap' }}>{item.note}</Typography>}
      {changes && <NoteButtons item={item} photo={photo} onNote={begin} />}
    </>
  );
}

interface NoteButtonsProps {
  item: Item;
  photo: ReturnType<typeof useAddPhoto>;
  onNote(): void;
}

function NoteButtons({ item, photo, onNote }: NoteButtonsProps) {
  const translate = useTranslate();
  const noting = translate(`officina.interventions.detail.${item.note ? 'edit_note' : 'add_note'}`);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button
        onClick={onNote}
        aria-label={translate('officina.list.act_on', { action: noting, name: item.descrizione })}
        sx={{ minHeight: { xs: 48, md: 36 } }}
      >
        {noting}
      </Button>
      <Button
        startIcon={<CameraIcon />}
        loading={photo.busy}
        sx={{ minHeight: { xs: 48, md: 36 } }}
        onClick={photo.pick}
        aria-label={translate('officina.interventions.detail.photo_of', { name: item.descrizione })}
      >
        {translate('officina.interventions.detail.photo')}
      </Button>
      {photo.input}
    </Box>
  );
}

interface NoteEditorProps {
  item: Item;
  /** The note when the user began to type. */
  began: string | null;
  text: string;
  onType(text: string): void;
  busy: boolean;
  onSave(change: Row): Promise<boolean>;
  onClose(): void;
}

export function NoteEditor({ item, began, text, onType, busy, onSave, onClose }: NoteEditorProps) {
  const translate = useTranslate();
  // A note that another user has saved appears above the typed text. Saving again replaces it (I21).
  const theirs = (item.note ?? '') !== (began ?? '') ? item.note : undefined;
  const save = async () => {
    if (await onSave({ note: text.trim() || null, versione: item.versione })) onClose();
  };
  return (
    <>
      {theirs !== undefined && (
        <Alert severity="warning">
          {translate('officina.interventions.detail.note_meanwhile', {
            who: item.usr_mod ?? '',
            note: theirs ?? '',
          })}
        </Alert>
      )}
      <TextField
        autoFocus
        multiline
        minRows={2}
        label={translate('officina.interventions.detail.note_of', { name: item.descrizione })}
        value={text}
        onChange={(event) => onType(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        // Leaves space for the label below the name of the user.
        sx={{ mt: 2 }}
      />
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
        <CancelButton disabled={busy} onClick={onClose} />
        <Button variant="contained" loading={busy} onClick={save}>
          {translate('officina.form.save')}
        </Button>
      </Box>
    </>
  );
}
