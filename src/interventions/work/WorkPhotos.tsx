/** The photos of the work. One press opens the camera. */
import CameraIcon from '@mui/icons-material/PhotoCameraOutlined';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { type Owner, ownIn } from '../../../dataProvider/documents.ts';
import { useDocuments } from '../../../resources/documents/useDocuments.ts';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { Photos } from '../photos/Photos.tsx';
import { useAddPhoto } from '../photos/useAddPhoto.tsx';
import { useWaitingFiles } from '../photos/useWaitingFiles.ts';
import { THUMB, WorkSection } from './WorkSection.tsx';

export function WorkPhotos({ entity, record }: { entity: EntityOf<'odl'>; record: RowOf<'odl'> }) {
  const translate = useTranslate();
  const owner = useMemo((): Owner => ({ resource: entity.resource, id: record.id }), [entity, record.id]);
  const { data, dataUpdatedAt } = useDocuments(owner);
  const photo = useAddPhoto(record.id, owner);
  const waiting = useWaitingFiles(owner, dataUpdatedAt);
  const own = data && ownIn(data, entity.documents?.type);
  const photos = (own?.documenti ?? []).filter(({ content_type }) => content_type.startsWith('image/'));
  const adds = record.documentabile === 1;
  const some = photos.length + waiting.length > 0;
  if (!adds && !some) return null;
  return (
    <WorkSection title={translate('officina.interventions.work.photos')}>
      {some && <Photos owner={owner} photos={photos} waiting={waiting} changes={adds} />}
      {adds && (
        <Button
          variant="outlined"
          startIcon={<CameraIcon />}
          loading={photo.busy}
          onClick={photo.pick}
          sx={THUMB}
        >
          {translate('officina.interventions.work.add_photo')}
        </Button>
      )}
      {photo.input}
    </WorkSection>
  );
}
