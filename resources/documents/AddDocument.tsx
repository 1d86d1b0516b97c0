/** The link to the upload page. Users without the right to upload do not see it. */
import AddIcon from '@mui/icons-material/NoteAddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type Identifier, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Entity } from '../../schemas/entity.ts';
import { useBeginning } from '../context/origin.ts';
import { HeaderLink } from '../form/FormHeader.tsx';
import { AT_FOOT } from '../form/SaveBar.tsx';
import { uploadAddress } from './document-routes.ts';
import { useMayUpload } from './useDocuments.ts';

interface AddDocumentProps {
  entity: Entity;
  id: Identifier;
  folder?: number;
  /** Whether it is drawn as a main button, for an empty list. */
  prominent?: boolean;
  /** Whether it sticks to the bottom of the screen on a phone. */
  atFoot?: boolean;
}

export function AddDocument({ entity, id, folder, prominent = false, atFoot = false }: AddDocumentProps) {
  const translate = useTranslate();
  const to = uploadAddress(entity, id, folder);
  const label = translate('officina.documents.add');
  const begun = useBeginning();
  if (!useMayUpload(entity) || to === undefined) return null;
  if (!prominent && !atFoot) return <HeaderLink to={to} label={label} startIcon={<AddIcon />} />;
  const button = (
    <Button
      component={Link}
      to={to}
      state={begun}
      variant="contained"
      startIcon={<AddIcon />}
      fullWidth={atFoot}
    >
      {label}
    </Button>
  );
  if (!atFoot) return button;
  return (
    <Box sx={{ ...AT_FOOT, mx: -1.5, mb: -1.5, mt: 1.5, p: 1.5, borderRadius: '0 0 8px 8px' }}>{button}</Box>
  );
}
