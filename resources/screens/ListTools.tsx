/** The toolbar of a list: search, filters, columns, files, labels, and the button that adds a record. */
import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Fab from '@mui/material/Fab';
import { useNarrow } from '../context/useNarrow.ts';
import { ImportMenu } from '../import/ImportMenu.tsx';
import { ColumnsMenu } from '../list/ColumnsMenu.tsx';
import { useOpener } from '../list/dialog.ts';
import { ExportMenu } from '../list/ExportMenu.tsx';
import { FiltersButton } from '../list/FiltersButton.tsx';
import { useAddWords, useRights } from '../list/ListData.ts';
import { SavedFilters } from '../list/SavedFilters.tsx';
import { SearchBox } from '../list/SearchBox.tsx';
import { LabelsButton } from '../qr/LabelsButton.tsx';
import { useListSlots } from './list-slots.ts';

export function ListTools() {
  const narrow = useNarrow();
  const { tools } = useListSlots();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
      <SearchBox />
      <Box sx={{ flex: '1 0 0' }} />
      <FiltersButton />
      <SavedFilters />
      {!narrow && <ColumnsMenu />}
      <ExportMenu />
      <ImportMenu />
      <LabelsButton />
      {tools}
      <AddButton />
    </Box>
  );
}

function AddButton() {
  const narrow = useNarrow();
  const { create } = useRights();
  const { add, addOne } = useAddWords();
  const openerOf = useOpener();
  if (!create) return null;
  if (!narrow)
    return (
      <Button size="small" variant="contained" startIcon={<AddIcon />} {...openerOf(create)}>
        {add}
      </Button>
    );
  return (
    <Fab
      color="primary"
      {...openerOf(create)}
      aria-label={addOne}
      sx={{ position: 'fixed', right: 16, bottom: 'calc(16px + var(--foot))', zIndex: 'fab' }}
    >
      <AddIcon />
    </Fab>
  );
}
