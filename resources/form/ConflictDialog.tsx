/**
 * The dialog for the case that a colleague has saved first. For each field the user chooses their own value or the
 * colleague's, and then saves again (I21).
 */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Entity, Row } from '../../schemas/entity.ts';
import { useLanguage, usePlantZone } from '../context/application.tsx';
import { faultsIn } from '../feedback/toasts.ts';
import { formatInstant } from '../format/format.ts';
import { type Difference, differences, resolved, type Side } from './conflict.ts';
import { HistoryValue } from './HistoryDrawer.tsx';
import type { Answer } from './RecordForm.tsx';

export interface Conflict {
  mine: Row;
  theirs: Row;
  who?: string | null;
  when?: string | null;
}

interface ConflictDialogProps {
  entity: Entity;
  base: Row;
  conflict: Conflict;
  /** A link to the record, if it is not open already. */
  look?: ReactNode;
  /** The reason why the previous choice was refused. */
  previousRefusal?: Answer;
  /** Saves the choice. If the function returns a refusal, it appears in the dialog, and the choice stays. */
  onSave(record: Row): void | Promise<Answer | void>;
  onClose(): void;
}

export default function ConflictDialog({
  entity,
  base,
  conflict,
  previousRefusal,
  look,
  onSave,
  onClose,
}: ConflictDialogProps) {
  const { mine, theirs, who, when } = conflict;
  const translate = useTranslate();
  const title = useId();
  const zone = usePlantZone();
  const language = useLanguage();
  const list = useMemo(() => differences(entity, mine, theirs, base), [entity, mine, theirs, base]);
  const [sides, setSides] = useState<Record<string, Side>>(() =>
    Object.fromEntries(list.map(({ field, proposed }) => [field.name, proposed])),
  );
  const [refused, setRefused] = useState<Answer>(previousRefusal);
  const save = async () => {
    setRefused(undefined);
    setRefused((await onSave(resolved(mine, theirs, sides))) ?? undefined);
  };
  const textKey = who && when ? 'officina.conflict.text' : 'officina.conflict.text_unknown';
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={title}>
      <DialogTitle id={title}>{translate('officina.conflict.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>
          {translate(textKey, { who, when: when ? formatInstant(when, zone) : '' })}
        </DialogContentText>
        {refused && 'message' in refused && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {faultsIn(refused.message, refused.errors, entity, language)}
          </Alert>
        )}
        {list.length === 0 && <Typography>{translate('officina.conflict.same')}</Typography>}
        {list.map((difference) => (
          <DifferenceChoice
            key={difference.field.name}
            entity={entity}
            record={theirs}
            difference={difference}
            side={sides[difference.field.name]!}
            onTake={(side) => setSides({ ...sides, [difference.field.name]: side })}
          />
        ))}
      </DialogContent>
      <DialogActions>
        {look}
        <Button onClick={onClose}>{translate('officina.cancel')}</Button>
        <Button variant="contained" onClick={() => void save()}>
          {translate('officina.conflict.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface DifferenceChoiceProps {
  entity: Entity;
  record: Row;
  difference: Difference;
  side: Side;
  onTake(side: Side): void;
}

function DifferenceChoice({ entity, record, difference, side, onTake }: DifferenceChoiceProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const label = useId();
  const { field } = difference;
  return (
    <Box sx={{ py: 1, borderTop: '1px solid', borderColor: 'divider' }}>
      <Typography id={label} variant="subtitle2" component="h3">
        {field.title[language]}
      </Typography>
      <RadioGroup
        aria-labelledby={label}
        value={side}
        onChange={(_event, next) => onTake(next as Side)}
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
      >
        {(['mine', 'theirs'] as const).map((side) => (
          <FormControlLabel
            key={side}
            value={side}
            control={<Radio size="small" />}
            label={
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {translate(`officina.conflict.${side}`)}:{' '}
                <strong>
                  <HistoryValue entity={entity} record={record} name={field.name} value={difference[side]} />
                </strong>
              </Typography>
            }
          />
        ))}
      </RadioGroup>
    </Box>
  );
}
