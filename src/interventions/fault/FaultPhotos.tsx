/** Photos of a fault, from the camera or the phone's pictures. They are sent after the intervention is created. */

import CloseIcon from '@mui/icons-material/Close';
import CameraIcon from '@mui/icons-material/PhotoCameraOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { isPicture, refusalOf } from '../../../resources/files/file-facts.ts';
import { LocalPicture } from '../../../resources/files/LocalPicture.tsx';
import { useFileInput } from '../../../resources/files/useFileInput.tsx';
import { useSmallerPhotos } from '../../../resources/files/useSmallerPhotos.ts';

interface FaultPhotosProps {
  photos: File[];
  onChange(photos: File[]): void;
}

export function FaultPhotos({ photos, onChange }: FaultPhotosProps) {
  const translate = useTranslate();
  const smaller = useSmallerPhotos();
  const [refusals, setRefusals] = useState<string[]>([]);
  const add = async (files: File[]) => {
    const reasonAgainst = (file: File): string | undefined => {
      if (!isPicture(file)) return translate('officina.fault.no_picture', { name: file.name });
      const refusal = refusalOf(file);
      return refusal && `${file.name}: ${translate(refusal.key, refusal.params)}`;
    };
    setRefusals(files.flatMap((file) => reasonAgainst(file) ?? []));
    const accepted = files.filter((file) => reasonAgainst(file) === undefined);
    if (accepted.length > 0) onChange([...photos, ...(await smaller(accepted))]);
  };
  const { input, pick } = useFileInput({
    accept: 'image/*',
    capture: 'environment',
    multiple: true,
    onTake: add,
  });
  return (
    <Box sx={{ display: 'grid', gap: 1, mb: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {photos.map((photo, index) => (
          <Photo
            key={`${photo.name}-${photo.lastModified}-${photo.size}`}
            photo={photo}
            onRemove={() => onChange(photos.filter((_, other) => other !== index))}
          />
        ))}
      </Box>
      <Button variant="outlined" startIcon={<CameraIcon />} onClick={pick} sx={{ minHeight: 56 }}>
        {translate(photos.length === 0 ? 'officina.fault.photo' : 'officina.fault.another_photo')}
      </Button>
      {refusals.map((text) => (
        <Alert key={text} severity="error">
          {text}
        </Alert>
      ))}
      {input}
    </Box>
  );
}

function Photo({ photo, onRemove }: { photo: File; onRemove(): void }) {
  const translate = useTranslate();
  return (
    <Box sx={{ position: 'relative', width: 104, height: 104 }}>
      <LocalPicture file={photo} alt={photo.name} sx={{ borderRadius: 1 }} />
      <IconButton
        aria-label={translate('officina.documents.take_away', { name: photo.name })}
        onClick={onRemove}
        sx={{
          position: 'absolute',
          top: 0,
          right: 0,
          width: 48,
          height: 48,
          '& svg': { borderRadius: '50%', bgcolor: 'background.paper' },
        }}
      >
        <CloseIcon />
      </IconButton>
    </Box>
  );
}
