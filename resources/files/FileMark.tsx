/** A thumbnail of a file: its picture, or the icon of its type. */
import DescriptionIcon from '@mui/icons-material/DescriptionOutlined';
import ImageIcon from '@mui/icons-material/ImageOutlined';
import MovieIcon from '@mui/icons-material/MovieOutlined';
import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined';
import Box from '@mui/material/Box';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import { type ComponentType, useState } from 'react';
import { isImage, typeOfMime } from '../../schemas/file-types.ts';
import { GLIMPSE } from './glimpse.ts';
import { useHeldFile } from './useHeldFile.ts';

const MARKS: Record<string, ComponentType<SvgIconProps>> = {
  image: ImageIcon,
  pdf: PdfIcon,
  video: MovieIcon,
};

/** The maximum size of a picture that is loaded for a thumbnail. */
const GLIMPSE_BYTES = 6 * 1024 * 1024;

interface FileMarkProps {
  mime: string;
  size?: number;
  /** The address of the content, for a picture. */
  url?: string;
  /** The width and height in pixels. */
  side?: number;
}

export function FileMark({ mime, size = 0, url, side = 32 }: FileMarkProps) {
  const file = useHeldFile(url);
  const [broken, setBroken] = useState<string>();
  const Mark = MARKS[typeOfMime(mime)?.preview ?? ''] ?? DescriptionIcon;
  const pictured =
    url !== undefined && isImage(mime) && size <= GLIMPSE_BYTES && (!broken || broken !== file.url);
  return (
    <Box
      sx={{
        width: side,
        height: side,
        flexShrink: 0,
        display: 'grid',
        placeItems: 'center',
        overflow: 'hidden',
        borderRadius: 1,
        bgcolor: 'action.hover',
        color: 'text.secondary',
      }}
    >
      {pictured ? (
        <Box
          component="img"
          src={file.url}
          alt=""
          loading="lazy"
          decoding="async"
          width={side}
          height={side}
          sx={{ ...GLIMPSE, objectFit: 'cover' }}
          onError={() => setBroken(file.url)}
        />
      ) : (
        <Mark aria-hidden sx={{ fontSize: side * 0.6 }} />
      )}
    </Box>
  );
}
