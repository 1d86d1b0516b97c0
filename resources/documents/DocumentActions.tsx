/** The actions that the user may perform on a document: save, view, change, delete. */
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import MoreIcon from '@mui/icons-material/MoreVert';
import ViewIcon from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import Tooltip from '@mui/material/Tooltip';
import { type ComponentType, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import type { DocumentRow } from '../../dataProvider/documents.ts';
import { isViewable } from '../files/file-facts.ts';
import type { Shelf } from './document-row.ts';

interface Action {
  key: 'download' | 'view' | 'edit' | 'delete';
  Icon: ComponentType<SvgIconProps>;
  act(): void;
}

function useActions(row: DocumentRow, shelf: Shelf): { actions: Action[]; label(action: Action): string } {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { files, mayChange, edit, remove } = shelf;
  const place = edit(row);
  const change = (): void => (typeof place === 'string' ? void navigate(place) : place());
  const all: (Action | false)[] = [
    { key: 'download', Icon: DownloadIcon, act: () => files.save(row) },
    isViewable(row.content_type) && { key: 'view', Icon: ViewIcon, act: () => files.look(row) },
    mayChange(row) && { key: 'edit', Icon: EditIcon, act: change },
    mayChange(row) && { key: 'delete', Icon: DeleteIcon, act: () => remove(row) },
  ];
  return {
    actions: all.filter((action) => action !== false),
    label: ({ key }) =>
      translate(key === 'download' ? 'officina.documents.download' : `officina.list.${key}`),
  };
}

interface DocumentActionsProps {
  row: DocumentRow;
  shelf: Shelf;
}

export function DocumentActions({ row, shelf }: DocumentActionsProps) {
  const translate = useTranslate();
  const { actions, label } = useActions(row, shelf);
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', my: -0.5 }}>
      {actions.map((action) => (
        <Tooltip key={action.key} title={label(action)} enterDelay={200}>
          <IconButton
            size="small"
            aria-label={translate('officina.list.act_on', {
              action: label(action),
              name: row.nome_file_originale,
            })}
            onClick={action.act}
          >
            <action.Icon fontSize="small" />
          </IconButton>
        </Tooltip>
      ))}
    </Box>
  );
}

/** The actions as a menu with tall rows, on a phone. */
export function DocumentMenu({ row, shelf }: DocumentActionsProps) {
  const translate = useTranslate();
  const { actions, label } = useActions(row, shelf);
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <IconButton
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        aria-label={translate('officina.list.act_on', {
          action: translate('officina.list.row_actions'),
          name: row.nome_file_originale,
        })}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreIcon />
      </IconButton>
      <Menu open={anchor !== undefined} anchorEl={anchor} onClose={() => setAnchor(undefined)}>
        {actions.map((action) => (
          <MenuItem
            key={action.key}
            sx={{ minHeight: 48 }}
            onClick={() => {
              setAnchor(undefined);
              action.act();
            }}
          >
            <ListItemIcon>
              <action.Icon fontSize="small" />
            </ListItemIcon>
            {label(action)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
