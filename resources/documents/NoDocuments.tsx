/** The message when there are no files, or none in this folder, with a link to add one. */

import { type Identifier, useTranslate } from 'react-admin';
import { type FolderRow, folderName } from '../../dataProvider/documents.ts';
import type { Entity } from '../../schemas/entity.ts';
import { useLanguage } from '../context/application.tsx';
import { Emptiness } from '../feedback/Emptiness.tsx';
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
    <Emptiness
      icon="folder"
      title={translate(`officina.documents.${where}`, { name: folder && folderName(folder, language) })}
      hint={translate(`officina.documents.empty_hint${adds ? '' : '_read'}`)}
    >
      {adds && <AddDocument entity={entity} id={id} folder={folder?.id} prominent />}
    </Emptiness>
  );
}
