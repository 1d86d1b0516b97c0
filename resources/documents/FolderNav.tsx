/** The folders of a record's documents, with the number of files in each. On a phone it is a select above the rows. */

import FoldersIcon from '@mui/icons-material/FolderCopyOutlined';
import FolderIcon from '@mui/icons-material/FolderOutlined';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { type FolderRow, folderName } from '../../dataProvider/documents.ts';
import { useLanguage } from '../context/application.tsx';
import { useNarrow } from '../context/useNarrow.ts';

interface FolderNavProps {
  folders: FolderRow[];
  total: number;
  /** The record to which the folders belong, if there are folders of several records. */
  of?: string;
  /** The selected folder; undefined means all folders. */
  chosen: number | undefined;
  onChoose(id: number | undefined): void;
}

export function FolderNav(props: FolderNavProps) {
  return useNarrow() ? <FolderSelect {...props} /> : <FolderList {...props} />;
}

function FolderSelect({ folders, total, of, chosen, onChoose }: FolderNavProps) {
  const translate = useTranslate();
  const language = useLanguage();
  return (
    <TextField
      select
      fullWidth
      label={[translate('officina.documents.folder'), of].filter(Boolean).join(', ')}
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? undefined : Number(target.value))}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">
        {translate('officina.documents.all_folders')} ({total})
      </MenuItem>
      {folders.map((folder) => (
        <MenuItem key={folder.id} value={folder.id}>
          {folderName(folder, language)} ({folder.files.length})
        </MenuItem>
      ))}
    </TextField>
  );
}

function FolderList({ folders, total, of, chosen, onChoose }: FolderNavProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const rows = [
    { id: undefined, name: translate('officina.documents.all_folders'), count: total, Icon: FoldersIcon },
    ...folders.map((folder) => ({
      id: folder.id,
      name: folderName(folder, language),
      count: folder.files.length,
      Icon: FolderIcon,
    })),
  ];
  return (
    <List
      component="nav"
      dense
      disablePadding
      aria-label={[translate('officina.documents.folders'), of].filter(Boolean).join(', ')}
      sx={{ width: 240, flexShrink: 0 }}
    >
      {rows.map(({ id, name, count, Icon }) => (
        <ListItemButton
          key={id ?? 'all'}
          component="button"
          type="button"
          selected={id === chosen}
          aria-current={id === chosen}
          onClick={() => onChoose(id)}
          sx={{ width: '100%', minHeight: 36, py: 0.25, borderRadius: 1.5, textAlign: 'start' }}
        >
          <ListItemIcon sx={{ minWidth: 32 }}>
            <Icon fontSize="small" />
          </ListItemIcon>
          <ListItemText primary={name} slotProps={{ primary: { noWrap: true } }} />
          <Typography
            component="span"
            variant="body2"
            color={count > 0 ? 'textPrimary' : 'textSecondary'}
            sx={{ fontVariantNumeric: 'tabular-nums', pl: 1 }}
          >
            {count}
          </Typography>
        </ListItemButton>
      ))}
    </List>
  );
}
