/** The checklist of the work card. A press on the row of an item ticks it. Note and photo are next to the item. */
import NoteIcon from '@mui/icons-material/EditNoteOutlined';
import CameraIcon from '@mui/icons-material/PhotoCameraOutlined';
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked';
import DoneIcon from '@mui/icons-material/TaskAlt';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { PageDraft } from '../../../resources/form/page-draft.ts';
import { useTypedText } from '../../../resources/form/usePageDraft.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { useItem } from '../checklist/ChecklistTab.tsx';
import type { Item } from '../checklist/checklist-item.ts';
import { begunNote, NoteEditor, noteOf } from '../checklist/ItemNote.tsx';
import { ItemPhotos, ownerOf } from '../checklist/ItemPhotos.tsx';
import { useAddPhoto } from '../photos/useAddPhoto.tsx';
import { WorkSection } from './WorkSection.tsx';

interface WorkChecklistProps {
  record: RowOf<'odl'>;
  items: Item[];
  changes: boolean;
  draft: PageDraft;
}

export function WorkChecklist({ items, ...props }: WorkChecklistProps) {
  const translate = useTranslate();
  if (items.length === 0) return null;
  const done = items.filter(({ checked }) => checked === 1).length;
  return (
    <WorkSection
      title={translate('officina.interventions.detail.tab.checklist')}
      state={translate('officina.interventions.work.done', { done, total: items.length })}
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map((item) => (
          <WorkItem key={item.id} item={item} {...props} />
        ))}
      </Box>
    </WorkSection>
  );
}

type WorkItemProps = Omit<WorkChecklistProps, 'items'> & { item: Item };

/** The id of an item's button, to which the forward button scrolls. */
export const itemId = (id: number): string => `work-item-${id}`;

function WorkItem({ record, item, changes, draft }: WorkItemProps) {
  const { busy, save } = useItem({ intervention: record.id, item });
  const note = useTypedText(draft, noteOf(item), record);
  return (
    <Box
      component="li"
      sx={{ borderTop: '1px solid', borderColor: 'divider', '&:first-of-type': { border: 0 } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <Tick item={item} changes={changes} busy={busy} onTick={(checked) => void save({ checked })} />
        {changes && <ItemButtons item={item} onNote={() => note.type(begunNote(item))} />}
      </Box>
      <Box sx={{ pl: 5.5, display: 'grid', gap: 1, '&:not(:empty)': { pb: 1.5 } }}>
        <ItemPhotos item={item} changes={changes} />
        {note.typed && changes ? (
          <NoteEditor item={item} typed={note.typed} onType={note.type} busy={busy} onSave={save} />
        ) : (
          item.note && (
            <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{item.note}</Typography>
          )
        )}
      </Box>
    </Box>
  );
}

interface TickProps {
  item: Item;
  changes: boolean;
  busy: boolean;
  onTick(checked: 0 | 1): void;
}

/** A button that answers with one press. While the answer is saved, it is already visible. */
function Tick({ item, changes, busy, onTick }: TickProps) {
  const translate = useTranslate();
  const [answer, setAnswer] = useState(item.checked === 1);
  const done = busy ? answer : item.checked === 1;
  const press = () => {
    setAnswer(!done);
    onTick(done ? 0 : 1);
  };
  return (
    <ButtonBase
      id={itemId(item.id)}
      role="checkbox"
      aria-checked={done}
      disabled={!changes || busy}
      onClick={press}
      sx={{
        flex: 1,
        minWidth: 0,
        minHeight: 56,
        py: 1,
        gap: 1.5,
        justifyContent: 'flex-start',
        textAlign: 'left',
        borderRadius: 1,
        typography: 'body1',
        scrollMarginTop: 120,
        scrollMarginBottom: 160,
      }}
    >
      {done ? <DoneIcon sx={{ fontSize: 32, color: 'success.main' }} /> : <OpenIcon sx={{ fontSize: 32 }} />}
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {item.descrizione}
        {item.obbligatoria === 1 && !done && (
          <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
            {translate('officina.interventions.detail.mandatory')}
          </Typography>
        )}
      </Box>
    </ButtonBase>
  );
}

function ItemButtons({ item, onNote }: { item: Item; onNote(): void }) {
  const translate = useTranslate();
  const photo = useAddPhoto(item.id_odl, ownerOf(item));
  const noting = translate(`officina.interventions.detail.${item.note ? 'edit_note' : 'add_note'}`);
  return (
    <>
      <IconButton
        onClick={onNote}
        aria-label={translate('officina.list.act_on', { action: noting, name: item.descrizione })}
        sx={{ width: 48, height: 48 }}
      >
        <NoteIcon />
      </IconButton>
      <IconButton
        loading={photo.busy}
        onClick={photo.pick}
        aria-label={translate('officina.interventions.detail.photo_of', { name: item.descrizione })}
        sx={{ width: 48, height: 48, mr: -1 }}
      >
        <CameraIcon />
      </IconButton>
      {photo.input}
    </>
  );
}
