/** No files yet, or none in this folder: what they would be, and the way to add one. */

import FolderOpenIcon from '@mui/icons-material/FolderOpenOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type Identifier, useTranslate } from 'react-admin';
import { type FolderRow, folderName } from '../../dataProvider/documents.ts';
import type { Entity } from '../../schemas/entity.ts';
import { useLanguage } from '../House.tsx';
import { AddDocument } from './AddDocument.tsx';
import { useMayUpload } from './useDocuments.ts';

interface NoDocumentsProps {
  entity: Entity;
  id: Identifier;
  folder: FolderRow | undefined;
  canUpload: boolean;
}

export function NoDocuments({ entity, id, folder, canUpload }: NoDocumentsProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const adds = useMayUpload(entity) && canUpload;
  const where = folder ? 'empty_folder' : 'empty';
  return (
    <Box role="status" sx={{ py: 5, px: 2, textAlign: 'center' }}>
      <FolderOpenIcon aria-hidden sx={{ fontSize: 40, color: 'text.disabled', mb: 1 }} />
      <Typography component="h2" variant="h6">
        {translate(`officina.documents.${where}`, { name: folder && folderName(folder, language) })}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate(`officina.documents.empty_hint${adds ? '' : '_read'}`)}
      </Typography>
      {adds && <AddDocument entity={entity} id={id} folder={folder?.id} prominent />}
    </Box>
  );
}
