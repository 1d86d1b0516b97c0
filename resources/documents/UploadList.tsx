/** The files of an upload, each with its progress and its actions. */
import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import CloseIcon from '@mui/icons-material/Close';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import RetryIcon from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../context/application.tsx';
import { FileMark } from '../files/FileMark.tsx';
import { guessedMime, sizeText } from '../files/file-facts.ts';
import type { Item } from './upload-job.ts';

interface UploadListProps {
  items: Item[];
  onCancel(item: Item): void;
  onRetry(item: Item): void;
  onRemove(item: Item): void;
}

export function UploadList({ items, ...handlers }: UploadListProps) {
  const translate = useTranslate();
  if (items.length === 0) return null;
  const done = items.filter(({ step }) => step === 'done').length;
  return (
    <Box component="section" aria-label={translate('officina.documents.files')} sx={{ mb: 2 }}>
      <Typography variant="body2" color="textSecondary" role="status" sx={{ mb: 0.5 }}>
        {translate('officina.documents.arrived', { done, total: items.length })}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map((item) => (
          <UploadRow key={item.key} item={item} {...handlers} />
        ))}
      </Box>
    </Box>
  );
}

type Handlers = Omit<UploadListProps, 'items'>;

function UploadRow({ item, ...handlers }: Handlers & { item: Item }) {
  const language = useLanguage();
  const { file, step, share, document } = item;
  const name = document?.nome_file_originale ?? file.name;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        minHeight: 56,
        py: 0.75,
        borderTop: '1px solid',
        borderColor: 'divider',
      }}
    >
      <FileMark
        mime={document?.content_type ?? guessedMime(file)}
        size={file.size}
        url={document?.url}
        side={40}
      />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere', lineHeight: 1.3 }}>{name}</Typography>
        <Typography
          variant="body2"
          color={step === 'failed' ? 'error' : 'textSecondary'}
          role={step === 'failed' ? 'alert' : undefined}
          sx={{ overflowWrap: 'anywhere' }}
        >
          {sizeText(file.size, language)} · <StepText item={item} />
        </Typography>
        {step === 'sending' && (
          <LinearProgress
            variant="determinate"
            value={Math.round(share * 100)}
            aria-label={name}
            sx={{ mt: 0.5, borderRadius: 1 }}
          />
        )}
      </Box>
      <UploadActions item={item} name={name} {...handlers} />
    </Box>
  );
}

function UploadActions({ item, name, onCancel, onRetry, onRemove }: Handlers & { item: Item; name: string }) {
  const translate = useTranslate();
  const label = (key: string) => translate(`officina.documents.${key}`, { name });
  if (item.step === 'done')
    return (
      <>
        <CheckIcon color="success" aria-hidden />
        <Act label={label('remove_one')} onClick={() => onRemove(item)}>
          <DeleteIcon />
        </Act>
      </>
    );
  return (
    <>
      {item.step === 'failed' && (
        <Act label={label('retry_one')} onClick={() => onRetry(item)}>
          <RetryIcon />
        </Act>
      )}
      <Act label={label('cancel_one')} onClick={() => onCancel(item)}>
        <CloseIcon />
      </Act>
    </>
  );
}

function StepText({ item: { step, share, interrupted, reason } }: { item: Item }) {
  const translate = useTranslate();
  if (step === 'failed') return reason;
  const key = step === 'sending' && interrupted ? 'again' : step;
  return translate(`officina.documents.step_${key}`, { percent: Math.round(share * 100) });
}

function Act({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={onClick} sx={{ width: 48, height: 48 }}>
        {children}
      </IconButton>
    </Tooltip>
  );
}
