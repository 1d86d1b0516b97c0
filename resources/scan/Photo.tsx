/** Reads a code from a photo, at several sizes, since the code may fill the photo or be small. */
import PhotoIcon from '@mui/icons-material/AddAPhotoOutlined';
import Button from '@mui/material/Button';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { PhotoReader } from './reader.ts';

/** The lengths of the longer side in pixels, in the order in which they are tried. */
const SIZES = [1000, 500, 2000, 250];

export type PhotoFault = 'no_code' | 'no_photo';

interface PhotoProps {
  disabled: boolean;
  onCode(text: string): void;
  onFault(fault: PhotoFault): void;
}

export function Photo({ disabled, onCode, onFault }: PhotoProps) {
  const translate = useTranslate();
  const reader = useRef<PhotoReader>(null);
  const [attempt, setAttempt] = useState(0);
  const onScan = (text: string | null) => {
    if (!text && attempt < SIZES.length - 1) return setAttempt(attempt + 1);
    setAttempt(0);
    if (text) onCode(text);
    else onFault('no_code');
  };
  useEffect(() => {
    if (attempt > 0) reader.current?.check();
  }, [attempt]);
  const hidden = useUnreadable(() => onFault('no_photo'));
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<PhotoIcon />}
        disabled={disabled || attempt > 0}
        onClick={() => reader.current?.openImageDialog()}
      >
        {translate(attempt > 0 ? 'officina.scan.photo_reading' : 'officina.scan.photo')}
      </Button>
      <div hidden ref={hidden}>
        <PhotoReader
          ref={reader}
          legacyMode
          resolution={SIZES[attempt]}
          onScan={onScan}
          onError={() => onFault('no_photo')}
        />
      </div>
    </>
  );
}

/** Reports a file that is not a picture. The library does not. Its <img> fires an event that does not bubble. */
function useUnreadable(onError: () => void) {
  const latest = useRef(onError);
  latest.current = onError;
  return useCallback((box: HTMLDivElement | null) => {
    const listen = () => latest.current();
    box?.addEventListener('error', listen, true);
    return () => box?.removeEventListener('error', listen, true);
  }, []);
}
