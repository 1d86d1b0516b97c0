/** The acts that wait to be sent and those that the server refused, also as a file; and the drafts. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import type { Draft } from '../../dataProvider/device.ts';
import { isSameRecord, type Waiting } from '../../dataProvider/outbox-order.ts';
import { useFullScreen } from '../../resources/context/useNarrow.ts';
import { ActsFile } from './ActsFile.tsx';
import { DraftEntry } from './DraftEntry.tsx';
import { OutboxEntry } from './OutboxEntry.tsx';

interface PartProps {
  acts: Waiting[];
  /** Refused acts, which keep back later acts on the same records. */
  before?: Waiting[];
  onClose(): void;
}

export default function OutboxDialog({ acts, kept, onClose }: PartProps & { kept: Draft[] }) {
  const translate = useTranslate();
  const fullScreen = useFullScreen();
  const title = useId();
  const refused = acts.filter(({ refusal }) => refusal !== undefined);
  const waiting = acts.filter(({ refusal }) => refusal === undefined);
  return (
    <Dialog open fullWidth fullScreen={fullScreen} onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>{translate('officina.outbox.title')}</DialogTitle>
      <DialogContent>
        {acts.length + kept.length === 0 && <Typography>{translate('officina.outbox.empty')}</Typography>}
        <Part
          name={translate('officina.outbox.refused', { count: refused.length })}
          acts={refused}
          onClose={onClose}
        />
        <Part
          name={translate('officina.outbox.waiting', { count: waiting.length })}
          acts={waiting}
          before={refused}
          onClose={onClose}
        />
        <ActsFile unsent={acts.length} />
        {kept.length > 0 && (
          <Section name={translate('officina.drafts.count', { count: kept.length })}>
            {kept.map((draft) => (
              <DraftEntry key={draft.id} draft={draft} onClose={onClose} />
            ))}
          </Section>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('officina.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

const Section = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box component="section" sx={{ mb: 2 }}>
    <Typography component="h3" variant="subtitle1" sx={{ mb: 1 }}>
      {name}
    </Typography>
    {children}
  </Box>
);

function Part({ name, acts, before = [], onClose }: PartProps & { name: string }) {
  if (acts.length === 0) return null;
  return (
    <Section name={name}>
      {acts.map((act) => (
        <OutboxEntry
          key={act.key}
          waiting={act}
          isKeptBack={before.some((refused) => isSameRecord(refused, act))}
          onClose={onClose}
        />
      ))}
    </Section>
  );
}
