/** A saved filter. A click applies it. Its menu is visible to its owner and to administrators. */
import MoreVertIcon from '@mui/icons-material/MoreVert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Entity } from '../../schemas/entity.ts';
import { useDeleteOne } from '../removal/useDelete.tsx';
import { isSameName, type SavedFilter, type SavedFiltersOf } from './useSavedFilters.ts';

interface SavedFilterRowProps {
  entity: Entity;
  filter: SavedFilter;
  saved: SavedFiltersOf;
  attempt(act: () => Promise<void>): Promise<boolean>;
  onUsed(): void;
}

export function SavedFilterRow({ entity, filter, saved, attempt, onUsed }: SavedFilterRowProps) {
  const translate = useTranslate();
  const [renaming, setRenaming] = useState(false);
  const forAll = filter.shared ? translate('officina.list.saved_filters_for_all') : undefined;
  const note = filter.own ? forAll : filter.by;
  if (renaming)
    return (
      <ListItem>
        <Rename
          filter={filter}
          longest={entity.field(entity.sort[0])?.maxLength}
          isTaken={(name) => saved.own.some((one) => one.id !== filter.id && isSameName(one.name, name))}
          onRename={async (name) => {
            if (name === filter.name || (await attempt(() => saved.rename(filter, name)))) setRenaming(false);
          }}
          onLeave={() => setRenaming(false)}
        />
      </ListItem>
    );
  return (
    <ListItem
      disablePadding
      secondaryAction={
        filter.removable && (
          <RowMenu
            entity={entity}
            filter={filter}
            saved={saved}
            attempt={attempt}
            onRename={() => setRenaming(true)}
          />
        )
      }
    >
      <ListItemButton
        onClick={() => {
          saved.use(filter);
          onUsed();
        }}
      >
        <ListItemText primary={filter.name} secondary={note} sx={{ my: 0.25, overflowWrap: 'anywhere' }} />
      </ListItemButton>
    </ListItem>
  );
}

interface RowMenuProps extends Omit<SavedFilterRowProps, 'onUsed'> {
  onRename(): void;
}

function RowMenu({ entity, filter, saved, attempt, onRename }: RowMenuProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const removal = useDeleteOne(entity, filter.row, saved.reload);
  const doing = (act: () => unknown) => () => {
    setAnchor(undefined);
    act();
  };
  const sharing = filter.shared ? 'officina.list.saved_filters_unshare' : 'officina.list.saved_filters_share';
  return (
    <>
      <IconButton
        size="small"
        edge="end"
        aria-haspopup="menu"
        aria-label={translate('officina.list.act_on', {
          action: translate('officina.list.row_actions'),
          name: filter.name,
        })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertIcon fontSize="small" />
      </IconButton>
      <Menu open={anchor !== undefined} anchorEl={anchor} onClose={() => setAnchor(undefined)}>
        {filter.own && (
          <MenuItem onClick={doing(onRename)}>{translate('officina.list.saved_filters_rename')}</MenuItem>
        )}
        {filter.own && saved.mayShare && (
          <MenuItem onClick={doing(() => attempt(() => saved.share(filter, !filter.shared)))}>
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
  filter: SavedFilter;
  longest: number | undefined;
  /** Returns whether another filter of the user has the name. */
  isTaken(name: string): boolean;
  onRename(name: string): void;
  onLeave(): void;
}

function Rename({ filter, longest, isTaken, onRename, onLeave }: RenameProps) {
  const translate = useTranslate();
  const [name, setName] = useState(filter.name);
  const [refused, setRefused] = useState<string>();
  const isRefused = refused === name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    if (isTaken(name.trim())) setRefused(name.trim());
    else onRename(name.trim());
  };
  // The panel would close too, which loses the list.
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onLeave();
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={leave}
      style={{ display: 'flex', alignItems: 'flex-start', gap: 8, width: '100%' }}
    >
      <TextField
        fullWidth
        autoFocus
        label={translate('officina.list.saved_filters_new_name')}
        value={name}
        error={isRefused}
        helperText={isRefused && translate('officina.list.saved_filters_taken')}
        onChange={(event) => setName(event.target.value.slice(0, longest))}
      />
      <Button type="submit" variant="contained" disabled={name.trim() === ''}>
        {translate('officina.form.save')}
      </Button>
    </form>
  );
}
