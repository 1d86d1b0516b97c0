/** A record's cover image, or a placeholder. */
import AddPhotoIcon from '@mui/icons-material/AddPhotoAlternateOutlined';
import ImageIcon from '@mui/icons-material/ImageOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Identifier, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { documentsOf, type Owner } from '../../dataProvider/documents.ts';
import type { Entity } from '../../schemas/entity.ts';
import { useBeginning } from '../context/origin.ts';
import { GLIMPSE } from '../files/glimpse.ts';
import { useFiles } from '../files/useFiles.tsx';
import { useHeldFile } from '../files/useHeldFile.ts';
import { uploadAddress } from './document-routes.ts';
import { useMayUpload } from './useDocuments.ts';

/** A fixed height on a phone, where an upright image would fill the screen. */
const SIZE = { width: '100%', height: { xs: 160, md: 'auto' }, aspectRatio: { md: '4 / 3' } } as const;

const FRAME = {
  ...SIZE,
  borderRadius: 2,
  border: '1px solid',
  borderColor: 'divider',
  bgcolor: 'background.default',
  overflow: 'hidden',
  display: 'flex',
  flexDirection: 'column',
  gap: 1,
  color: 'text.secondary',
} as const;

export function CoverImage({ entity, id }: { entity: Entity; id: Identifier }) {
  const owner = useMemo((): Owner => ({ resource: entity.resource, id }), [entity, id]);
  const translate = useTranslate();
  const { data, isPending } = useQuery({
    queryKey: ['documents', owner.resource, String(id), 'cover'],
    queryFn: () => documentsOf(owner, { isCopertina: 1 }),
  });
  const cover = data?.documenti[0];
  const files = useFiles(owner);
  const { url } = useHeldFile(cover?.url);
  if (isPending) return <Skeleton variant="rounded" sx={SIZE} />;
  if (!cover) return <NoCover entity={entity} id={id} />;
  return (
    <>
      <ButtonBase
        onClick={() => files.look(cover)}
        aria-label={translate('officina.documents.look_at', { name: cover.nome_file_originale })}
        sx={FRAME}
      >
        <Box
          component="img"
          src={url}
          alt={cover.descrizione || translate('officina.documents.cover_image')}
          sx={{ ...GLIMPSE, width: '100%', height: '100%', objectFit: 'contain' }}
        />
      </ButtonBase>
      {files.dialog}
    </>
  );
}

function NoCover({ entity, id }: { entity: Entity; id: Identifier }) {
  const translate = useTranslate();
  const to = uploadAddress(entity, id);
  const begun = useBeginning();
  if (!useMayUpload(entity) || !to)
    return (
      <ButtonBase component="div" disabled sx={FRAME}>
        <ImageIcon aria-hidden sx={{ fontSize: 36, color: 'text.disabled' }} />
        <Typography variant="body2">{translate('officina.documents.no_cover')}</Typography>
      </ButtonBase>
    );
  return (
    <ButtonBase
      component={Link}
      to={to}
      state={{ ...begun, cover: true }}
      sx={{ ...FRAME, borderStyle: 'dashed', '&:hover': { bgcolor: 'action.hover' } }}
    >
      <AddPhotoIcon aria-hidden sx={{ fontSize: 36 }} />
      <Typography variant="body2">{translate('officina.documents.add_cover')}</Typography>
    </ButtonBase>
  );
}
