/** A saved filter: a click applies it. Its menu is for its owner, and for administrators who clean up. */
import MoreVertIcon from '@mui/icons-material/MoreVert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Entity } from '../../schemas/entity.ts';
import { useDeleteOne } from '../removal/useDelete.tsx';
import type { SavedFilter, SavedFiltersOf } from './useSavedFilters.ts';

interface SavedFilterRowProps {
  entity: Entity;
  one: SavedFilter;
  saved: SavedFiltersOf;
  attempt(act: () => Promise<void>): Promise<boolean>;
  onUsed(): void;
}

export function SavedFilterRow({ entity, one, saved, attempt, onUsed }: SavedFilterRowProps) {
  const translate = useTranslate();
  const [renaming, setRenaming] = useState(false);
  const forAll = one.shared ? translate('officina.list.saved_filters_for_all') : undefined;
  const note = one.own ? forAll : one.by;
  if (renaming)
    return (
      <ListItem>
        <Rename
          one={one}
          longest={entity.field(entity.sort[0])?.maxLength}
          onRename={async (name) => {
            if (name === one.name || (await attempt(() => saved.rename(one, name)))) setRenaming(false);
          }}
        />
      </ListItem>
    );
  return (
    <ListItem
      disablePadding
      secondaryAction={
        one.removable && (
          <RowMenu
            entity={entity}
            one={one}
            saved={saved}
            attempt={attempt}
            onRename={() => setRenaming(true)}
          />
        )
      }
    >
      <ListItemButton
        onClick={() => {
          saved.use(one);
          onUsed();
        }}
      >
        <ListItemText primary={one.name} secondary={note} sx={{ my: 0.25, overflowWrap: 'anywhere' }} />
      </ListItemButton>
    </ListItem>
  );
}

interface RowMenuProps extends Omit<SavedFilterRowProps, 'onUsed'> {
  onRename(): void;
}

function RowMenu({ entity, one, saved, attempt, onRename }: RowMenuProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const removal = useDeleteOne(entity, one.row, saved.reload);
  const doing = (act: () => unknown) => () => {
    setAnchor(undefined);
    act();
  };
  const sharing = one.shared ? 'officina.list.saved_filters_unshare' : 'officina.list.saved_filters_share';
  return (
    <>
      <IconButton
        size="small"
        edge="end"
        aria-haspopup="menu"
        aria-label={translate('officina.list.act_on', {
          action: translate('officina.list.row_actions'),
          name: one.name,
        })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertIcon fontSize="small" />
      </IconButton>
      <Menu open={anchor !== undefined} anchorEl={anchor} onClose={() => setAnchor(undefined)}>
        {one.own && (
          <MenuItem onClick={doing(onRename)}>{translate('officina.list.saved_filters_rename')}</MenuItem>
        )}
        {one.own && saved.mayShare && (
          <MenuItem onClick={doing(() => attempt(() => saved.share(one, !one.shared)))}>
            {translate(sharing)}
          </MenuItem>
        )}
        <MenuItem onClick={doing(removal.ask)}>{translate('officina.list.delete')}</MenuItem>
      </Menu>
      {removal.dialog}
    </>
  );
}

interface RenameProps {
  one: SavedFilter;
  longest: number | undefined;
  onRename(name: string): void;
}

function Rename({ one, longest, onRename }: RenameProps) {
  const translate = useTranslate();
  const [name, setName] = useState(one.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') onRename(name.trim());
  };
  return (
    <form onSubmit={submit} style={{ display: 'flex', gap: 8, width: '100%' }}>
      <TextField
        size="small"
        variant="outlined"
        margin="none"
        fullWidth
        autoFocus
        label={translate('officina.list.saved_filters_new_name')}
        value={name}
        onChange={(event) => setName(event.target.value.slice(0, longest))}
      />
      <Button type="submit" variant="contained" disabled={name.trim() === ''}>
        {translate('officina.form.save')}
      </Button>
    </form>
  );
}
