/** The actions on the selected rows. They are drawn over the table header, so that no row moves. */
import CloseIcon from '@mui/icons-material/Close';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { SelectionActs } from '../acts/PlacedActs.tsx';
import { useLinkedDraft } from '../form/draft-link.ts';
import { useDeleteMany } from '../removal/useDelete.tsx';
import { useEntity, useRights } from './ListData.ts';
import { useRowSlots } from './row-slots.ts';

const HEAD_HEIGHT = 37;
/** The width of the checkbox on the left, which selects the page and stays usable. */
const BOX_WIDTH = 40;

const OVER_HEADER = {
  position: 'absolute',
  top: 0,
  left: BOX_WIDTH,
  right: 0,
  zIndex: 4,
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  px: 1,
  bgcolor: 'background.paper',
  backgroundImage: ({ palette }: Theme) => `linear-gradient(${palette.action.selected} 0 0)`,
  borderBottom: '1px solid',
  borderColor: 'divider',
} as const;

/** Selects the rows of a draft, whose link opens the dialog of an act on them. */
function useDraftSelected(): void {
  const { name } = useEntity();
  const { onSelect } = useListContext();
  const draft = useLinkedDraft();
  const rows = draft?.entity === name ? draft.rows : undefined;
  useEffect(() => {
    if (rows) onSelect(rows);
  }, [rows, onSelect]);
}

export function BulkBar() {
  const translate = useTranslate();
  const entity = useEntity();
  const { selectedIds, onUnselectItems, data = [] } = useListContext();
  const { bulk } = useRowSlots();
  const { canDelete } = useRights();
  useDraftSelected();
  const [height, setHeight] = useState(HEAD_HEIGHT);
  const measure = useCallback((bar: HTMLElement | null) => {
    const header = bar?.parentElement?.querySelector('thead');
    if (header) setHeight(header.offsetHeight);
  }, []);
  if (selectedIds.length === 0) return null;
  const visible = new Set(data.map((row) => row[entity.id]));
  const elsewhere = selectedIds.filter((id) => !visible.has(id)).length;
  const text = translate('officina.list.selected', { smart_count: selectedIds.length });
  return (
    <Box ref={measure} role="toolbar" sx={{ ...OVER_HEADER, height }}>
      <IconButton
        size="small"
        aria-label={translate('officina.list.unselect')}
        onClick={() => onUnselectItems()}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
      <Typography variant="body2" sx={{ flex: 1 }} role="status">
        {elsewhere > 0
          ? `${text}, ${translate('officina.list.selected_elsewhere', { smart_count: elsewhere })}`
          : text}
      </Typography>
      <SelectionActs entity={entity} />
      {bulk ? bulk.actions : canDelete && <DeleteSelected />}
    </Box>
  );
}

function DeleteSelected() {
  const translate = useTranslate();
  const { selectedIds, onUnselectItems } = useListContext();
  const deletion = useDeleteMany(useEntity(), selectedIds, onUnselectItems);
  return (
    <>
      <Button size="small" color="error" startIcon={<DeleteIcon />} onClick={deletion.ask}>
        {translate('officina.list.delete')}
      </Button>
      {deletion.dialog}
    </>
  );
}
