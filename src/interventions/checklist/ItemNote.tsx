/** The note of a checklist item, with the buttons that change it and add a photo. */

import CameraIcon from '@mui/icons-material/PhotoCameraOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { TypedText } from '../../../dataProvider/device.ts';
import { CancelButton } from '../../../resources/feedback/CancelButton.tsx';
import type { PageDraft } from '../../../resources/form/page-draft.ts';
import { useTypedText } from '../../../resources/form/usePageDraft.ts';
import { DictateButton, useCanDictate } from '../../../resources/speech/DictateButton.tsx';
import type { Row } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { useAddPhoto } from '../photos/useAddPhoto.tsx';
import type { Item } from './checklist-item.ts';
import { ownerOf } from './ItemPhotos.tsx';

/** The name under which the draft of the page has the note of an item. */
export const noteOf = ({ id }: Item): string => `note-${id}`;

export const begunNote = ({ note }: Item): TypedText => ({ text: note ?? '', began: note });

interface ItemNoteProps {
  record: RowOf<'odl'>;
  draft: PageDraft;
  item: Item;
  changes: boolean;
  busy: boolean;
  onSave(change: Row): Promise<boolean>;
}

export function ItemNote({ record, draft, item, changes, busy, onSave }: ItemNoteProps) {
  const { typed, type } = useTypedText(draft, noteOf(item), record);
  const photo = useAddPhoto(item.id_odl, ownerOf(item));
  if (changes && typed)
    return <NoteEditor item={item} typed={typed} onType={type} busy={busy} onSave={onSave} />;
  return (
    <>
      {item.note && <Typography sx={{ whiteSpace: 'pre-wrap' }}>{item.note}</Typography>}
      {changes && <NoteButtons item={item} photo={photo} onNote={() => type(begunNote(item))} />}
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

const NOTE_MAX = 500;

interface NoteEditorProps {
  item: Item;
  typed: TypedText;
  onType(typed: TypedText | undefined): void;
  busy: boolean;
  onSave(change: Row): Promise<boolean>;
}

export function NoteEditor({ item, typed, onType, busy, onSave }: NoteEditorProps) {
  const translate = useTranslate();
  const dictates = useCanDictate();
  const { text, began } = typed;
  const label = translate('officina.interventions.detail.note_of', { name: item.descrizione });
  const write = (next: string) => onType({ ...typed, text: next });
  // A note that another user has saved appears above the typed text. Saving again replaces it (I21).
  const theirs = (item.note ?? '') !== (began ?? '') ? item.note : undefined;
  const save = async () => {
    if (await onSave({ note: text.trim() || null, versione: item.versione })) onType(undefined);
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
        // A text that was there before the page opened does not take the focus.
        autoFocus={text === (began ?? '')}
        multiline
        minRows={2}
        label={label}
        value={text}
        onChange={(event) => write(event.target.value)}
        slotProps={{
          htmlInput: { maxLength: NOTE_MAX },
          input: {
            endAdornment: dictates && (
              <DictateButton
                label={label}
                read={() => text}
                write={(said) => write(said.slice(0, NOTE_MAX))}
              />
            ),
          },
        }}
        // Leaves space for the label below the name of the user.
        sx={{ mt: 2 }}
      />
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
        <CancelButton disabled={busy} onClick={() => onType(undefined)} />
        <Button variant="contained" loading={busy} onClick={save}>
          {translate('officina.form.save')}
        </Button>
      </Box>
    </>
  );
}
