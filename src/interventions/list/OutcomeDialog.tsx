/** What became of each of the interventions that were to change: those that were refused first, with the reason. */
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
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../../resources/House.tsx';
import { useEntity } from '../../../resources/list/ListData.ts';
import { displayOf, type Row } from '../../../schemas/entity.ts';
import type { Outcome } from './bulk.ts';

interface OutcomeDialogProps {
  outcomes: Outcome[];
  /** The rows in sight, for their names. */
  rows: Row[];
  onClose(): void;
}

const refusedFirst = (one: Outcome, other: Outcome): number =>
  Number(one.result === 0) - Number(other.result === 0);

export default function OutcomeDialog({ outcomes, rows, onClose }: OutcomeDialogProps) {
  const language = useLanguage();
  const translate = useTranslate();
  const entity = useEntity();
  const title = useId();
  const done = outcomes.filter(({ result }) => result === 0).length;
  const nameOf = (id: number): string => {
    const row = rows.find((one) => one[entity.id] === id);
    return row ? displayOf(entity, row, language) : `#${id}`;
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={title}>
      <DialogTitle id={title}>
        {translate('officina.interventions.list.bulk_done', { done, all: outcomes.length })}
      </DialogTitle>
      <DialogContent>
        <List dense disablePadding>
          {outcomes.toSorted(refusedFirst).map(({ id, result, description }) => (
            <ListItem key={id} disableGutters alignItems="flex-start">
              <ListItemIcon sx={{ minWidth: 36 }}>
                {result === 0 ? <CheckIcon color="success" /> : <ErrorIcon color="error" />}
              </ListItemIcon>
              <ListItemText
                primary={nameOf(id)}
                secondary={result === 0 ? translate('officina.interventions.list.bulk_changed') : description}
                sx={{ overflowWrap: 'anywhere' }}
              />
            </ListItem>
          ))}
        </List>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {translate('officina.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
