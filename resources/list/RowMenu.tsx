/** The actions on a row as a menu, opened by a right click or by a button. */

import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import MoreVertIcon from '@mui/icons-material/MoreVert';
import ChildIcon from '@mui/icons-material/SubdirectoryArrowRight';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useRefresh, useTranslate } from 'react-admin';
import { displayOf, type Entity, type Row } from '../../schemas/entity.ts';
import { actsAt } from '../acts/offered-acts.ts';
import { usePlacedActs } from '../acts/PlacedActs.tsx';
import { useApplication, useLanguage } from '../context/application.tsx';
import { useBegin } from '../context/origin.ts';
import { EntityIcon } from '../display/icons.tsx';
import { useDeleteOne } from '../removal/useDelete.tsx';
import { rightsOf } from './ListData.ts';

interface OpenMenu {
  row: Row;
  place: { top: number; left: number };
  openedAt: number;
}

/** Returns the position of the pointer, or with the keyboard the position of the line. */
function placeOf(event: MouseEvent): OpenMenu['place'] {
  const { left, bottom } = event.currentTarget.getBoundingClientRect();
  const byPointer = event.clientX > 0 || event.clientY > 0;
  return byPointer ? { top: event.clientY, left: event.clientX } : { top: bottom, left: left + 24 };
}

interface RowMenuOf {
  /** Opens the menu; undefined if the user has no menu. */
  open?(row: Row, event: MouseEvent): void;
  menu: ReactNode;
}

/** Returns the menu, without functions if the user may not change the entity. */
export function useRowMenu(entity: Entity, onDeleted?: (row: Row) => void): RowMenuOf {
  const application = useApplication();
  const [opened, setOpened] = useState<OpenMenu>();
  const hasActs = actsAt(application, entity, 'row').length > 0;
  if (!application.may(entity.access.write) && !hasActs) return { menu: null };
  return {
    open: (row, event) => setOpened({ row, place: placeOf(event), openedAt: event.timeStamp }),
    menu: opened && (
      <RowMenu
        // Each opening starts with the list of actions, also after a dialog that was cancelled.
        key={opened.openedAt}
        entity={entity}
        opened={opened}
        onClose={() => setOpened(undefined)}
        onDeleted={onDeleted}
      />
    ),
  };
}

/** The button that opens the menu of a row. */
export function RowMenuButton({ entity, row }: { entity: Entity; row: Row }) {
  const language = useLanguage();
  const translate = useTranslate();
  const { open, menu } = useRowMenu(entity);
  if (!open) return null;
  const action = translate('officina.list.row_menu');
  return (
    <>
      <IconButton
        aria-haspopup="menu"
        aria-label={translate('officina.list.act_on', { action, name: displayOf(entity, row, language) })}
        onClick={(event) => open(row, event)}
      >
        <MoreVertIcon fontSize="small" />
      </IconButton>
      {menu}
    </>
  );
}

interface RowMenuProps {
  entity: Entity;
  opened: OpenMenu;
  onClose(): void;
  onDeleted?(row: Row): void;
}

function RowMenu({ entity, opened: { row, place }, onClose, onDeleted }: RowMenuProps) {
  const language = useLanguage();
  const translate = useTranslate();
  const begin = useBegin();
  const refresh = useRefresh();
  const [listed, setListed] = useState(true);
  const { open, form, copy, child, canEdit, canDelete } = rightsOf(entity, useApplication()).of(row);
  const acts = usePlacedActs(entity, row, 'row', onClose);
  const deletion = useDeleteOne(entity, row, () => {
    refresh();
    onDeleted?.(row);
    onClose();
  });
  /** The menu closes first, because this page stays until the next one is loaded. */
  const leave = (address: string) => {
    onClose();
    begin(address);
  };
  const links = [
    { to: open, label: 'officina.list.details', icon: <InfoIcon fontSize="small" /> },
    { to: child, label: 'officina.list.child', icon: <ChildIcon fontSize="small" /> },
    { to: canEdit ? form : undefined, label: 'officina.list.edit', icon: <EditIcon fontSize="small" /> },
    { to: copy, label: 'officina.list.copy', icon: <ContentCopyIcon fontSize="small" /> },
  ];
  return (
    <>
      <Menu open={listed} onClose={onClose} anchorReference="anchorPosition" anchorPosition={place}>
        {links.map(
          ({ to, label, icon }) =>
            typeof to === 'string' && (
              <Entry key={label} icon={icon} label={translate(label)} onChoose={() => leave(to)} />
            ),
        )}
        {acts.offered.map((act) => (
          <Entry
            key={act.name}
            icon={<EntityIcon name={act.icon} fontSize="small" />}
            label={act.title[language]}
            onChoose={() => {
              setListed(false);
              acts.begin(act);
            }}
          />
        ))}
        {canDelete && (
          <Entry
            icon={<DeleteIcon fontSize="small" color="error" />}
            label={translate('officina.list.delete')}
            onChoose={() => {
              setListed(false);
              deletion.ask();
            }}
          />
        )}
      </Menu>
      {acts.dialog}
      {deletion.dialog}
    </>
  );
}

function Entry({ icon, label, onChoose, ...item }: { icon: ReactNode; label: string; onChoose(): void }) {
  return (
    <MenuItem {...item} onClick={onChoose}>
      <ListItemIcon>{icon}</ListItemIcon>
      <ListItemText>{label}</ListItemText>
    </MenuItem>
  );
}
