/** What may be done with the selected rows; stands above the table while there are any. */
import CloseIcon from '@mui/icons-material/Close';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useListContext, useTranslate } from 'react-admin';
import { useDeleteMany } from '../removal/useDelete.tsx';
import { useEntity } from './ListData.ts';
import { useRowSlots } from './ListSlots.ts';

export function BulkBar() {
  const translate = useTranslate();
  const { selectedIds, onUnselectItems } = useListContext();
  const { bulk } = useRowSlots();
  if (selectedIds.length === 0) return null;
  return (
    <Box
      role="toolbar"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 1,
        minHeight: 44,
        bgcolor: 'action.selected',
        borderBottom: '1px solid',
        borderColor: 'divider',
      }}
    >
      <IconButton
        size="small"
        aria-label={translate('officina.list.unselect')}
        onClick={() => onUnselectItems()}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
      <Typography variant="body2" sx={{ flex: 1 }} role="status">
        {translate('officina.list.selected', { smart_count: selectedIds.length })}
      </Typography>
      {bulk ? bulk.actions : <DeleteSelected />}
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
