/** The calls that a schema offers on a record: marks in a row, buttons over a form. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import { type ReactNode, useId, useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import type { Acted, OfficinaProvider } from '../dataProvider/provider.ts';
import { displayOf, type Entity, isProtected, type RecordAction, type Row } from '../schemas/entity.ts';
import { useHouse, useLanguage } from './House.tsx';
import { EntityIcon } from './icons.tsx';
import { reasonOf, useSay } from './say.ts';

interface RecordActionsProps {
  entity: Entity;
  row: Row;
}

function useOffered({ entity, row }: RecordActionsProps): RecordAction[] {
  const { may, family } = useHouse();
  if (!may(entity.access.write) || !family || isProtected(entity, row, 'update', family)) return [];
  return entity.actions.filter(({ when }) =>
    Object.entries(when).every(([name, value]) => row[name] === value),
  );
}

export function RecordActions({ entity, row, over = 'row' }: RecordActionsProps & { over?: 'row' | 'form' }) {
  const language = useLanguage();
  return useOffered({ entity, row }).map((action) => (
    <Act key={action.path} entity={entity} row={row} action={action}>
      {(begin, busy) =>
        over === 'form' ? (
          <Button size="small" startIcon={<EntityIcon name={action.icon} />} onClick={begin} disabled={busy}>
            {action.title[language]}
          </Button>
        ) : (
          <Tooltip title={action.title[language]} enterDelay={200}>
            <IconButton
              size="small"
              onClick={begin}
              disabled={busy}
              aria-label={`${action.title[language]}: ${displayOf(entity, row)}`}
            >
              <EntityIcon name={action.icon} fontSize="small" />
            </IconButton>
          </Tooltip>
        )
      }
    </Act>
  ));
}

interface ActProps extends RecordActionsProps {
  action: RecordAction;
  children(begin: () => void, busy: boolean): ReactNode;
}

function Act({ entity, row, action, children }: ActProps) {
  const provider = useDataProvider<OfficinaProvider>();
  const say = useSay();
  const [busy, setBusy] = useState(false);
  const [acted, setActed] = useState<Acted>();
  const begin = async () => {
    setBusy(true);
    try {
      const done = await provider.act(entity.resource, row[entity.id] as number, action.path);
      if (done.link) setActed(done);
      else say(done.description, 'success');
    } catch (error) {
      say(reasonOf(error), 'error');
    }
    setBusy(false);
  };
  return (
    <>
      {children(begin, busy)}
      {acted && (
        <LinkDialog acted={acted} title={displayOf(entity, row)} onClose={() => setActed(undefined)} />
      )}
    </>
  );
}

/** A link that the person has to hand to somebody. */
function LinkDialog({ acted, title, onClose }: { acted: Acted; title: string; onClose(): void }) {
  const translate = useTranslate();
  const say = useSay();
  const id = useId();
  const copy = async () => {
    await navigator.clipboard.writeText(acted.link!);
    say('officina.act.copied', 'info');
  };
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      fullWidth
      onClick={(event) => event.stopPropagation()}
    >
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{acted.description}</DialogContentText>
        <TextField
          fullWidth
          multiline
          label={translate('officina.act.link')}
          value={acted.link}
          slotProps={{ htmlInput: { readOnly: true } }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('officina.close')}</Button>
        {navigator.clipboard && (
          <Button variant="contained" onClick={copy} autoFocus>
            {translate('officina.act.copy')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
