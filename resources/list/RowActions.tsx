/** The actions that the user may perform on a row: open, copy, delete. */

import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import ChildIcon from '@mui/icons-material/SubdirectoryArrowRight';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useRefresh } from 'react-admin';
import { displayOf, type Row } from '../../schemas/entity.ts';
import { RecordActs } from '../acts/PlacedActs.tsx';
import { useLanguage } from '../context/application.tsx';
import { RowButton } from '../display/RowButton.tsx';
import { useDeleteOne } from '../removal/useDelete.tsx';
import { type Place, useOpener } from './dialog.ts';
import { useEntity, useRights } from './ListData.ts';

export function RowActions({ row }: { row: Row }) {
  const language = useLanguage();
  const entity = useEntity();
  const rights = useRights().of(row);
  const name = displayOf(entity, row, language);
  return (
    <Box
      sx={{ display: 'flex', justifyContent: 'flex-end', my: -0.5 }}
      onClick={(event) => event.stopPropagation()}
    >
      {rights.form && (
        <OpenAction
          place={rights.form}
          action={rights.canEdit ? 'edit' : 'view'}
          name={name}
          icon={rights.canEdit ? <EditIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
        />
      )}
      {rights.copy && (
        <OpenAction
          place={rights.copy}
          action="copy"
          name={name}
          icon={<ContentCopyIcon fontSize="small" />}
        />
      )}
      {rights.child && (
        <OpenAction place={rights.child} action="child" name={name} icon={<ChildIcon fontSize="small" />} />
      )}
      <RecordActs entity={entity} row={row} place="row" />
      {rights.canDelete && <DeleteAction row={row} name={name} />}
    </Box>
  );
}

interface OpenActionProps {
  place: Place;
  action: 'edit' | 'view' | 'copy' | 'child';
  name: string;
  icon: ReactNode;
}

function OpenAction({ place, ...button }: OpenActionProps) {
  const openerOf = useOpener();
  return <RowButton {...button} {...openerOf(place)} />;
}

function DeleteAction({ row, name }: { row: Row; name: string }) {
  const entity = useEntity();
  const refresh = useRefresh();
  const deletion = useDeleteOne(entity, row, refresh);
  return (
    <>
      <RowButton action="delete" name={name} icon={<DeleteIcon fontSize="small" />} onClick={deletion.ask} />
      {deletion.dialog}
    </>
  );
}
