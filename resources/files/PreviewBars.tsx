/** The bars of the preview. Above are the file's name and the close button, below are previous, next and zoom. */
import CloseIcon from '@mui/icons-material/Close';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import PreviousIcon from '@mui/icons-material/NavigateBefore';
import NextIcon from '@mui/icons-material/NavigateNext';
import ZoomInIcon from '@mui/icons-material/ZoomIn';
import ZoomOutIcon from '@mui/icons-material/ZoomOut';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';

/** The background, which is dark in both themes, as pictures need. */
export const DARK = '#14181a';
export const INK = '#f2f5f6';

interface PreviewHeadProps {
  titleId: string;
  name: string;
  position: { index: number; total: number };
  onSave(): void;
  onClose(): void;
}

export function PreviewHead({ titleId, name, position, onSave, onClose }: PreviewHeadProps) {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, px: 1, py: 0.5, minHeight: 56 }}>
      <Box sx={{ flex: 1, minWidth: 0, px: 1 }}>
        <Typography id={titleId} component="h2" noWrap sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        {position.total > 1 && (
          <Typography variant="body2" aria-live="polite">
            {translate('officina.documents.position', position)}
          </Typography>
        )}
      </Box>
      <Act label={translate('officina.documents.download')} onClick={onSave}>
        <DownloadIcon />
      </Act>
      <Act label={translate('officina.close')} onClick={onClose}>
        <CloseIcon />
      </Act>
    </Box>
  );
}

interface PreviewFootProps {
  turn?: { before: boolean; after: boolean; by(step: number): void };
  zoom?: { out: boolean; in: boolean; by(step: number): void };
}

export function PreviewFoot({ turn, zoom }: PreviewFootProps) {
  const translate = useTranslate();
  if (!turn && !zoom) return null;
  return (
    <Box sx={{ display: 'flex', justifyContent: 'center', gap: 2, py: 0.5 }}>
      {turn && (
        <Act label={translate('officina.documents.previous')} off={!turn.before} onClick={() => turn.by(-1)}>
          <PreviousIcon />
        </Act>
      )}
      {zoom && (
        <Act label={translate('officina.documents.zoom_out')} off={!zoom.out} onClick={() => zoom.by(-1)}>
          <ZoomOutIcon />
        </Act>
      )}
      {zoom && (
        <Act label={translate('officina.documents.zoom_in')} off={!zoom.in} onClick={() => zoom.by(1)}>
          <ZoomInIcon />
        </Act>
      )}
      {turn && (
        <Act label={translate('officina.documents.next')} off={!turn.after} onClick={() => turn.by(1)}>
          <NextIcon />
        </Act>
      )}
    </Box>
  );
}

interface ActProps {
  label: string;
  off?: boolean;
  onClick(): void;
  children: ReactNode;
}

/** A button that stays focusable when it is disabled, so that the focus is not lost. */
function Act({ label, off = false, onClick, children }: ActProps) {
  return (
    <Tooltip title={label}>
      <IconButton
        aria-label={label}
        aria-disabled={off}
        onClick={off ? undefined : onClick}
        sx={{
          color: INK,
          width: 44,
          height: 44,
          opacity: off ? 0.4 : 1,
          '&:hover': { bgcolor: 'rgb(255 255 255 / 12%)', color: INK },
        }}
      >
        {children}
      </IconButton>
    </Tooltip>
  );
}
