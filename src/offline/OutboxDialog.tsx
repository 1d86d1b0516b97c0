/** What waits to be sent, and what the server refused: each act with its record and time, and what can be done. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { CallError } from '../../dataProvider/http.ts';
import { outbox } from '../../dataProvider/outbox.ts';
import type { Waiting } from '../../dataProvider/outbox-order.ts';
import ActDialog from '../../resources/acts/ActDialog.tsx';
import { useAct } from '../../resources/acts/useAct.tsx';
import { useApplication, useLanguage, usePlantZone } from '../../resources/context/application.tsx';
import { useNarrow } from '../../resources/context/useNarrow.ts';
import { ConfirmDialog } from '../../resources/feedback/ConfirmDialog.tsx';
import { formatInstant } from '../../resources/format/format.ts';
import type { Act } from '../../schemas/act.ts';
import type { Language } from '../../schemas/entity.ts';

/** The act that tells a record's history why something was not recorded. */
const DROP = 'drop';

interface OutboxDialogProps {
  acts: Waiting[];
  onClose(): void;
}

export default function OutboxDialog({ acts, onClose }: OutboxDialogProps) {
  const translate = useTranslate();
  const narrow = useNarrow();
  const title = useId();
  const refused = acts.filter(({ refusal }) => refusal !== undefined);
  const waiting = acts.filter(({ refusal }) => refusal === undefined);
  return (
    <Dialog open fullWidth fullScreen={narrow} onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>{translate('officina.outbox.title')}</DialogTitle>
      <DialogContent>
        {acts.length === 0 && <Typography>{translate('officina.outbox.empty')}</Typography>}
        <Part
          name={translate('officina.outbox.refused', { count: refused.length })}
          acts={refused}
          onClose={onClose}
        />
        <Part
          name={translate('officina.outbox.waiting', { count: waiting.length })}
          acts={waiting}
          onClose={onClose}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('officina.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Part({ name, acts, onClose }: OutboxDialogProps & { name: string }) {
  if (acts.length === 0) return null;
  return (
    <Box component="section" sx={{ mb: 2 }}>
      <Typography component="h3" variant="subtitle1" sx={{ mb: 1 }}>
        {name}
      </Typography>
      {acts.map((act) => (
        <Entry key={act.key} waiting={act} onClose={onClose} />
      ))}
    </Box>
  );
}

const isTold = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

/** Returns what was typed, as texts: the fields of the act that the user filled in. */
function typedIn(act: Act | undefined, { body }: Waiting, language: Language): string {
  const fields = act?.form.fields.filter(({ hidden, reference }) => !hidden && !reference) ?? [];
  return fields
    .flatMap(({ name, title }) => {
      const value = body[name];
      return isTold(value) ? [`${title[language]}: ${value}`] : [];
    })
    .join(' · ');
}

function Entry({ waiting, onClose }: { waiting: Waiting; onClose(): void }) {
  const translate = useTranslate();
  const language = useLanguage();
  const { acts, byName } = useApplication();
  const act = acts.get(waiting.act);
  const zone = usePlantZone();
  const entity = byName.get(waiting.on);
  const what = act?.heading[language] ?? waiting.act;
  return (
    <Box sx={{ py: 1.5, borderTop: 1, borderColor: 'divider', display: 'grid', gap: 0.5 }}>
      <Typography sx={{ fontWeight: 600 }}>{what}</Typography>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {typedIn(act, waiting, language)}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {translate('officina.outbox.done_at', {
          record: `${entity?.title[language] ?? ''} ${waiting.id}`.trim(),
          time: formatInstant(new Date(waiting.doneAt).toISOString(), zone),
        })}
      </Typography>
      {waiting.refusal !== undefined && <Alert severity="warning">{waiting.refusal}</Alert>}
      <Choices waiting={waiting} what={what} onClose={onClose} />
    </Box>
  );
}

interface ChoicesProps {
  waiting: Waiting;
  what: string;
  onClose(): void;
}

/** Opens the record, where it can be done in another way; a refused act is done again, or dropped. */
function Choices({ waiting, what, onClose }: ChoicesProps) {
  const translate = useTranslate();
  const [dropping, setDropping] = useState(false);
  const isRefused = waiting.refusal !== undefined;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '& .MuiButton-root': { minHeight: 48 } }}>
      <Button component={Link} to={waiting.page} onClick={onClose}>
        {translate('officina.outbox.open')}
      </Button>
      {isRefused && (
        <Button onClick={() => outbox.again(waiting)}>{translate('officina.outbox.again')}</Button>
      )}
      {isRefused && (
        <Button color="error" onClick={() => setDropping(true)}>
          {translate('officina.outbox.drop')}
        </Button>
      )}
      {dropping && <Dropping waiting={waiting} what={what} onClose={() => setDropping(false)} />}
    </Box>
  );
}

/** Asks for the reason, which stays in the history of the record; where a record has no such act, whether to drop it. */
function Dropping(props: ChoicesProps) {
  const translate = useTranslate();
  const { acts } = useApplication();
  const act = acts.get(DROP);
  if (act?.on === props.waiting.on) return <DroppingWithReason {...props} act={act} />;
  return (
    <ConfirmDialog
      open
      title={translate('officina.outbox.drop')}
      confirm={translate('officina.outbox.drop')}
      onConfirm={() => void outbox.drop(props.waiting)}
      onClose={props.onClose}
    >
      {props.what}
    </ConfirmDialog>
  );
}

/** A record that is gone has no history to write to: then the act is dropped all the same. */
const isGone = (error: unknown): boolean => error instanceof CallError && [403, 404].includes(error.status);

function DroppingWithReason({ waiting, what, act, onClose }: ChoicesProps & { act: Act }) {
  const { ask, dialog } = useAct(act);
  return (
    <>
      <ActDialog
        act={act}
        id={waiting.id}
        fixed={{ atto: what }}
        send={async (typed) => {
          const outcome = await ask(waiting.id, typed);
          if (!('refused' in outcome) || !isGone(outcome.error)) return outcome;
          return { done: true, data: undefined, description: '', read: Promise.resolve() };
        }}
        onDone={() => void outbox.drop(waiting)}
        onClose={onClose}
      />
      {dialog}
    </>
  );
}
