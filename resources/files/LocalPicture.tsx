/** A picture that is on this device and not on the server yet. */
import Box from '@mui/material/Box';
import type { SxProps } from '@mui/material/styles';
import { useEffect, useState } from 'react';

export function LocalPicture({ file, alt = '', sx }: { file: Blob; alt?: string; sx?: SxProps }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <Box
      component="img"
      src={address}
      alt={alt}
      sx={{ width: '100%', height: '100%', objectFit: 'cover', ...sx }}
    />
  );
}
