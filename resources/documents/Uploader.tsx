/** The file input: files are chosen, taken with the camera, dropped anywhere on the page, or pasted. */
import PhotoIcon from '@mui/icons-material/PhotoCameraOutlined';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'react-admin';
import { ACCEPTED } from '../../schemas/file-types.ts';
import { useNarrow } from '../context/useNarrow.ts';
import { DropArea } from '../files/DropArea.tsx';
import { FILE_MEGABYTES } from '../files/file-facts.ts';
import { useFileInput } from '../files/useFileInput.tsx';
import { useSmallerPhotos } from '../files/useSmallerPhotos.ts';

interface UploaderProps {
  /** Whether the user drags something over the page. */
  over: boolean;
  /** Whether only one file is accepted. */
  single?: boolean;
  onTake(files: File[]): void;
}

export function Uploader({ over, single = false, onTake }: UploaderProps) {
  const translate = useTranslate();
  const byTouch = useMediaQuery('(pointer: coarse)');
  const narrow = useNarrow();
  const camera = byTouch || narrow;
  const smaller = useSmallerPhotos();
  return (
    <DropArea over={over} sx={{ p: { xs: 2, md: 3 }, mb: 2 }}>
      {!camera && (
        <Typography color="textSecondary">
          {translate(`officina.documents.${over ? 'drop_now' : 'drop'}${single ? '_one' : ''}`)}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center', width: '100%' }}>
        {camera && (
          <Chooser
            label={translate('officina.documents.photo')}
            prominent
            accept="image/*"
            capture
            onTake={async (files) => onTake(await smaller(files))}
          />
        )}
        <Chooser
          label={translate(single ? 'officina.documents.choose_one' : 'officina.documents.choose')}
          prominent={!camera}
          accept={ACCEPTED}
          single={single}
          onTake={onTake}
        />
      </Box>
      <Typography variant="body2" color="textSecondary">
        {translate('officina.documents.accepted', { limit: FILE_MEGABYTES })}
      </Typography>
    </DropArea>
  );
}

interface ChooserProps {
  label: string;
  prominent: boolean;
  accept: string;
  /** Whether the input opens the camera, for one picture at a time. */
  capture?: boolean;
  single?: boolean;
  onTake(files: File[]): void;
}

function Chooser({ label, prominent, accept, capture = false, single = false, onTake }: ChooserProps) {
  const { input, pick } = useFileInput({
    'aria-label': label,
    accept,
    multiple: !capture && !single,
    capture: capture ? 'environment' : undefined,
    onTake,
  });
  return (
    <>
      <Button
        variant={prominent ? 'contained' : 'outlined'}
        startIcon={capture ? <PhotoIcon /> : <UploadIcon />}
        onClick={pick}
        sx={{ width: { xs: '100%', sm: 'auto' } }}
      >
        {label}
      </Button>
      {input}
    </>
  );
}
