/** The actions on a row that the user may do: open, copy, delete. */
import AddIcon from '@mui/icons-material/Add';
import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { useRefresh, useTranslate } from 'react-admin';
import { displayOf, type Row } from '../../schemas/entity.ts';
import { RecordActs } from '../acts/PlacedActs.tsx';
import { RecordActions } from '../acts/RecordActions.tsx';
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
        <OpenAction place={rights.form} action={rights.canEdit ? 'edit' : 'view'} name={name}>
          {rights.canEdit ? <EditIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
        </OpenAction>
      )}
      {rights.copy && (
        <OpenAction place={rights.copy} action="copy" name={name}>
          <ContentCopyIcon fontSize="small" />
        </OpenAction>
      )}
      {rights.child && (
        <OpenAction place={rights.child} action="child" name={name}>
          <AddIcon fontSize="small" />
        </OpenAction>
      )}
      <RecordActions entity={entity} row={row} />
      <RecordActs entity={entity} row={row} place="row" />
      {rights.canDelete && <DeleteAction row={row} name={name} />}
    </Box>
  );
}

interface ActionProps {
  action: 'edit' | 'view' | 'copy' | 'child' | 'delete';
  name: string;
}

/** The tooltip names the action; the label for screen readers also names the record. */
function useActionTexts({ action, name }: ActionProps) {
  const translate = useTranslate();
  const title = translate(`officina.list.${action}`);
  return { title, label: translate('officina.list.act_on', { action: title, name }) };
}

function OpenAction({ place, children, ...action }: ActionProps & { place: Place; children: ReactNode }) {
  const { title, label } = useActionTexts(action);
  const openerOf = useOpener();
  return (
    <Tooltip title={title} enterDelay={200}>
      <IconButton {...openerOf(place)} size="small" aria-label={label}>
        {children}
      </IconButton>
    </Tooltip>
  );
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
