/** The result of an act on each selected record: refusals first, with their reasons. */
import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { displayOf, type Entity, type Row } from '../../schemas/entity.ts';
import { DONE } from '../../schemas/results.ts';
import { useLanguage } from '../context/application.tsx';
import { RecordLink } from '../display/RecordLink.tsx';
import { faultsIn } from '../feedback/toasts.ts';
import { differences } from '../form/conflict.ts';
import { HistoryValue } from '../form/HistoryDrawer.tsx';
import type { EachOutcome } from './useActEach.ts';

interface OutcomeDialogProps {
  entity: Entity;
  outcomes: EachOutcome[];
  /** The rows as displayed, for their names and earlier values. */
  seen: ReadonlyMap<number, Row>;
  /** Sends these records again, after the user has read why they were refused. */
  onInsist(which: EachOutcome[]): Promise<unknown>;
  onClose(): void;
}

const refusedFirst = (one: EachOutcome, other: EachOutcome): number =>
  Number(one.result === DONE) - Number(other.result === DONE);

export default function OutcomeDialog({ entity, outcomes, seen, onInsist, onClose }: OutcomeDialogProps) {
  const translate = useTranslate();
  const title = useId();
  const insistable = outcomes.filter(({ result, again }) => result !== DONE && again);
  const [busy, setBusy] = useState(false);
  const done = outcomes.filter(({ result }) => result === DONE).length;
  return (
    <Dialog open onClose={onClose} fullWidth aria-labelledby={title}>
      <DialogTitle id={title}>{translate('officina.acts.done', { done, all: outcomes.length })}</DialogTitle>
      <DialogContent>
        <List dense disablePadding>
          {outcomes.toSorted(refusedFirst).map((outcome) => (
            <OutcomeItem key={outcome.id} entity={entity} outcome={outcome} seen={seen.get(outcome.id)} />
          ))}
        </List>
      </DialogContent>
      <DialogActions>
        {insistable.length > 0 && (
          <Button
            disabled={busy}
            onClick={async () => {
              setBusy(true);
              await onInsist(insistable);
              setBusy(false);
            }}
          >
            {translate('officina.acts.insist', { smart_count: insistable.length })}
          </Button>
        )}
        <Button onClick={onClose} autoFocus>
          {translate('officina.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface OutcomeProps {
  entity: Entity;
  outcome: EachOutcome;
  seen: Row | undefined;
}

function OutcomeItem({ entity, outcome, seen }: OutcomeProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const { id, result } = outcome;
  return (
    <ListItem disableGutters alignItems="flex-start">
      <ListItemIcon sx={{ minWidth: 36 }}>
        {result === DONE ? <CheckIcon color="success" /> : <ErrorIcon color="error" />}
      </ListItemIcon>
      <ListItemText
        primary={
          <RecordLink entity={entity} id={id}>
            {seen ? displayOf(entity, seen, language) : `#${id}`}
          </RecordLink>
        }
        secondary={
          result === DONE ? (
            translate('officina.acts.changed')
          ) : (
            <Why entity={entity} outcome={outcome} seen={seen} />
          )
        }
        slotProps={{ secondary: { component: 'div' } }}
        sx={{ overflowWrap: 'anywhere' }}
      />
    </ListItem>
  );
}

/** Displays the reason by field. For a record that a colleague changed, displays its current values. */
function Why({ entity, outcome, seen }: OutcomeProps) {
  const language = useLanguage();
  const { description, errors = {}, data } = outcome;
  const theirs = data?.record;
  const changed = theirs && seen ? differences(entity, seen, theirs, seen) : [];
  return (
    <>
      {faultsIn(description, errors, entity, language)}
      {theirs &&
        changed.map(({ field }) => (
          <div key={field.name}>
            {field.title[language]}:{' '}
            <strong>
              <HistoryValue entity={entity} record={theirs} name={field.name} value={theirs[field.name]} />
            </strong>
          </div>
        ))}
    </>
  );
}
