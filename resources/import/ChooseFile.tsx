/**
 * The first step: one XLSX file, chosen or dropped. If all its headers are recognised, the dry run starts at
 * once.
 */
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { Entity } from '../../schemas/entity.ts';
import { FILE_TYPES } from '../../schemas/file-types.ts';
import { useArriving } from '../documents/useArriving.ts';
import { DropArea } from '../files/DropArea.tsx';
import { FILE_MEGABYTES } from '../files/file-facts.ts';
import { useFileInput } from '../files/useFileInput.tsx';
import { useImportPlace } from './import-address.ts';
import { type Sending, useReadFile } from './useReadFile.ts';
import { useTemplate } from './useTemplate.ts';

const { mime, endings } = FILE_TYPES.xlsx;
const ACCEPTED = [mime, ...endings.map((ending) => `.${ending}`)].join(',');

export function ChooseFile({ entity }: { entity: Entity }) {
  const translate = useTranslate();
  const { close } = useImportPlace();
  const { sending, refused, take, stop } = useReadFile(entity);
  const template = useTemplate(entity);
  const over = useArriving((files) => {
    if (!sending) void take(files);
  });
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', px: { xs: 2, sm: 3 }, pt: 1 }}>
        {refused && <Alert severity="error">{refused}</Alert>}
        {sending ? <OnItsWay sending={sending} /> : <Drop over={over} onTake={take} />}
        {!sending && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 300px' }}>
              {translate('officina.import.first_time')}
            </Typography>
            <Button
              size="small"
              startIcon={<DownloadIcon />}
              aria-busy={template.busy}
              onClick={template.save}
            >
              {translate('officina.import.template')}
            </Button>
          </Box>
        )}
      </DialogContent>
      <DialogActions sx={{ px: { xs: 2, sm: 3 } }}>
        <Button onClick={sending ? stop : close}>
          {translate(sending ? 'officina.jobs.stop' : 'officina.close')}
        </Button>
      </DialogActions>
    </>
  );
}

function OnItsWay({ sending: { name, share } }: { sending: Sending }) {
  const translate = useTranslate();
  const text = translate(share < 1 ? 'officina.import.sending' : 'officina.import.reading', { name });
  return (
    <Box sx={{ py: 4 }}>
      <Typography role="status" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
      <LinearProgress
        variant={share < 1 ? 'determinate' : 'indeterminate'}
        value={share < 1 ? Math.round(share * 100) : undefined}
        aria-label={text}
        sx={{ height: 6, borderRadius: 3 }}
      />
    </Box>
  );
}

interface DropProps {
  /** Whether the user drags a file over the page. */
  over: boolean;
  onTake(files: File[]): void;
}

function Drop({ over, onTake }: DropProps) {
  const translate = useTranslate();
  const { input, pick } = useFileInput({
    'aria-label': translate('officina.import.choose'),
    accept: ACCEPTED,
    onTake,
  });
  return (
    <DropArea over={over} sx={{ p: { xs: 3, md: 6 } }}>
      <Typography color="textSecondary">
        {translate(over ? 'officina.import.drop_now' : 'officina.import.drop')}
      </Typography>
      <Button variant="contained" startIcon={<UploadIcon />} autoFocus onClick={pick}>
        {translate('officina.import.choose')}
      </Button>
      {input}
      <Typography variant="body2" color="textSecondary">
        {translate('officina.import.accepted', { limit: FILE_MEGABYTES })}
      </Typography>
    </DropArea>
  );
}
