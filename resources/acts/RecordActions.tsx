/** The calls that a schema offers on a record: icons in a row, buttons above a form. */

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type ReactNode, useId, useState } from 'react';
import { useDataProvider, useRefresh, useTranslate } from 'react-admin';
import type { Acted, OfficinaProvider } from '../../dataProvider/provider.ts';
import { idOf } from '../../schemas/catalogue.ts';
import { displayOf, type Entity, isProtected, type RecordAction, type Row } from '../../schemas/entity.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { EntityIcon } from '../display/icons.tsx';
import { RowButton } from '../display/RowButton.tsx';
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx';
import { useSay, useSayWhy } from '../feedback/toasts.ts';

interface RecordActionsProps {
  entity: Entity;
  row: Row;
}

function useOffered({ entity, row }: RecordActionsProps): RecordAction[] {
  const { may, person } = useApplication();
  if (!may(entity.access.write) || !person || isProtected(entity, row, 'update', person)) return [];
  return entity.actions.filter(
    ({ when, access }) =>
      (!access || may(access)) && Object.entries(when).every(([name, value]) => row[name] === value),
  );
}

export function RecordActions({ entity, row, over = 'row' }: RecordActionsProps & { over?: 'row' | 'form' }) {
  const language = useLanguage();
  const offered = useOffered({ entity, row });
  /** An open link dialog stays until it is closed, even if its action is no longer offered. */
  const [openPath, setOpenPath] = useState<string>();
  const visible = entity.actions.filter((action) => offered.includes(action) || action.path === openPath);
  return visible.map((action) => (
    <Act
      key={action.path}
      entity={entity}
      row={row}
      action={action}
      onShown={(open) => setOpenPath(open ? action.path : undefined)}
    >
      {(begin, busy) =>
        over === 'form' ? (
          <Button size="small" startIcon={<EntityIcon name={action.icon} />} onClick={begin} disabled={busy}>
            {action.title[language]}
          </Button>
        ) : (
          <RowButton
            action={{ label: action.title[language] }}
            name={displayOf(entity, row, language)}
            icon={<EntityIcon name={action.icon} fontSize="small" />}
            disabled={busy}
            onClick={(event) => {
              // A click on the row itself opens another page.
              event.stopPropagation();
              begin();
            }}
          />
        )
      }
    </Act>
  ));
}

interface ActProps extends RecordActionsProps {
  action: RecordAction;
  onShown(open: boolean): void;
  children(begin: () => void, busy: boolean): ReactNode;
}

function Act({ entity, row, action, onShown, children }: ActProps) {
  const provider = useDataProvider<OfficinaProvider>();
  const say = useSay();
  const sayWhy = useSayWhy();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [acted, setActed] = useState<Acted>();
  const [confirming, setConfirming] = useState(false);
  const translate = useTranslate();
  const language = useLanguage();
  const begin = async () => {
    setBusy(true);
    try {
      const done = await provider.act(entity.resource, idOf(entity, row), action.path);
      if (done.link || done.secret) {
        setActed(done);
        onShown(true);
      } else say(done.description, 'success');
      refresh();
    } catch (error) {
      sayWhy(error);
    }
    setBusy(false);
    setConfirming(false);
  };
  return (
    <>
      {children(action.ask ? () => setConfirming(true) : begin, busy)}
      {confirming && action.ask && (
        <Box component="span" onClick={(event) => event.stopPropagation()}>
          <ConfirmDialog
            open
            title={`${action.title[language]}?`}
            confirm={action.title[language]}
            busy={busy}
            onConfirm={begin}
            onClose={() => setConfirming(false)}
          >
            {translate(action.ask, { name: displayOf(entity, row, language) })}
          </ConfirmDialog>
        </Box>
      )}
      {acted && (
        <LinkDialog
          acted={acted}
          title={displayOf(entity, row, language)}
          onClose={() => {
            setActed(undefined);
            onShown(false);
          }}
        />
      )}
    </>
  );
}

/** A link, or a secret, that the user passes on to somebody. */
function LinkDialog({ acted, title, onClose }: { acted: Acted; title: string; onClose(): void }) {
  const translate = useTranslate();
  const say = useSay();
  const id = useId();
  const text = acted.link ?? acted.secret ?? '';
  const copy = async () => {
    await navigator.clipboard.writeText(text);
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
          label={translate(acted.link ? 'officina.act.link' : 'officina.act.secret')}
          value={text}
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
