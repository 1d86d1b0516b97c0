/** The photos of the work; one press opens the camera. */
import CameraIcon from '@mui/icons-material/PhotoCameraOutlined';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { Owner } from '../../../dataProvider/documents.ts';
import { useDocuments } from '../../../resources/documents/useDocuments.ts';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { Photos } from '../photos/Photos.tsx';
import { type OfOwner, useAddPhoto } from '../photos/useAddPhoto.tsx';
import { THUMB, WorkSection } from './WorkSection.tsx';

export function WorkPhotos({ entity, record }: { entity: EntityOf<'odl'>; record: RowOf<'odl'> }) {
  const translate = useTranslate();
  const owner = useMemo((): Owner => ({ resource: entity.resource, id: record.id }), [entity, record.id]);
  const isOwn: OfOwner = ({ docType }) => docType === undefined || docType === entity.documents?.type;
  const { data } = useDocuments(owner);
  const photo = useAddPhoto(owner, isOwn);
  const photos = (data?.documenti ?? []).filter(
    (document) => isOwn(document) && document.content_type.startsWith('image/'),
  );
  const adds = record.documentabile === 1;
  if (!adds && photos.length === 0) return null;
  return (
    <WorkSection title={translate('officina.interventions.work.photos')}>
      {photos.length > 0 && <Photos owner={owner} photos={photos} changes={adds} />}
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
