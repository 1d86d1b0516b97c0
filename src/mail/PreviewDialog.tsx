/** Previews a template with a real intervention: recipients, subject, and unknown placeholders. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useApplication, useLanguage } from '../../resources/context/application.tsx';
import { useFullScreen } from '../../resources/context/useNarrow.ts';
import { reasonOf } from '../../resources/feedback/toasts.ts';
import { ReferencePicker } from '../../resources/widgets/ReferencePicker.tsx';
import type { Row } from '../../schemas/entity.ts';
import { MailFrame } from './MailFrame.tsx';
import { type Letter, preview, type Recipient } from './mail-calls.ts';

interface PreviewDialogProps {
  template: Row;
  onClose(): void;
}

export default function PreviewDialog({ template, onClose }: PreviewDialogProps) {
  const translate = useTranslate();
  const fullScreen = useFullScreen();
  const id = useId();
  const [chosen, choose] = useState<number>();
  const { data, error, isFetching } = useQuery({
    queryKey: ['mail-preview', template, chosen],
    queryFn: () => preview(template, chosen),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullScreen={fullScreen} fullWidth maxWidth="md">
      <DialogTitle id={id}>{translate('officina.mail.preview')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <InterventionChoice value={chosen ?? data?.id_odl ?? undefined} onChange={choose} />
        <Box sx={{ height: 4 }}>{isFetching && <LinearProgress />}</Box>
        {error && <Alert severity="error">{reasonOf(error)}</Alert>}
        {data && !error && <LetterView letter={data} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('officina.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

interface InterventionChoiceProps {
  value: number | undefined;
  onChange(id: number | undefined): void;
}

function InterventionChoice({ value, onChange }: InterventionChoiceProps) {
  const translate = useTranslate();
  const field = useApplication().byName.get('outgoing-mail')?.field('id_odl');
  if (!field) return null;
  return (
    <Box sx={{ pt: 1 }}>
      <ReferencePicker
        id="preview-intervention"
        field={field}
        label={translate('officina.mail.with_intervention')}
        value={value === undefined ? [] : [value]}
        onChange={([id]) => onChange(id)}
      />
    </Box>
  );
}

function LetterView({ letter }: { letter: Letter }) {
  const translate = useTranslate();
  const { unknown, halves, broken, recipients, subject, html, id_odl } = letter;
  return (
    <>
      {id_odl === null && <Alert severity="info">{translate('officina.mail.no_intervention')}</Alert>}
      {unknown.length > 0 && (
        <Alert severity="warning">
          {translate('officina.mail.unknown', { names: unknown.join(', '), smart_count: unknown.length })}
        </Alert>
      )}
      {halves > 0 && <Alert severity="warning">{translate('officina.mail.halves')}</Alert>}
      {broken.length > 0 && (
        <Alert severity="error">{translate('officina.mail.broken', { names: broken.join(', ') })}</Alert>
      )}
      <Recipients recipients={recipients} />
      <Typography variant="subtitle1" component="h3" sx={{ overflowWrap: 'anywhere' }}>
        {subject}
      </Typography>
      <MailFrame title={translate('officina.mail.body')} html={html} />
    </>
  );
}

function Recipients({ recipients }: { recipients: Recipient[] }) {
  const translate = useTranslate();
  const language = useLanguage();
  const entity = useApplication().byName.get('mail-template');
  if (recipients.length === 0)
    return <Alert severity="info">{translate('officina.mail.no_recipients')}</Alert>;
  return (
    <Box
      component="ul"
      aria-label={translate('officina.mail.recipients')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, p: 0, m: 0, listStyle: 'none' }}
    >
      {recipients.map(({ address, name, reason }) => (
        <li key={address}>
          <Chip
            size="small"
            label={name ? `${name} <${address}>` : address}
            title={entity?.field(reason)?.title[language]}
          />
        </li>
      ))}
    </Box>
  );
}
