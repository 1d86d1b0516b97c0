/** The dialog of an act, drawn from its file with the widgets of forms: what is refused is said at its field, and nothing typed is lost. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { lazy, Suspense, useId, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Act } from '../../schemas/act.ts';
import type { Entity, Row, Value } from '../../schemas/entity.ts';
import type { Conflict } from '../form/ConflictDialog.tsx';
import { drawnAt } from '../form/form-schema.ts';
import { type Answer, RecordForm } from '../form/RecordForm.tsx';
import { withFields, withGiven } from '../form/record.ts';
import { useLanguage } from '../House.tsx';
import { useNarrow } from '../useNarrow.ts';
import { FormFiles } from '../widgets/form-files.ts';
import { useAwaitsAnswer } from '../widgets/rows-of.ts';
import { type Outcome, useAct } from './useAct.tsx';

const ConflictDialog = lazy(() => import('../form/ConflictDialog.tsx'));

export interface ActDialogProps {
  act: Act;
  /** The record it is done to: its id, and what of it the fields look at. */
  id: unknown;
  record: Row;
  /** What its fields begin with. */
  start?: Row;
  /** Values that are shown and stay. */
  fixed?: Record<string, Value>;
  /** Values that go along and are not shown. */
  given?: Row;
  /** The stored row that it changes: its version goes along, and a colleague who was faster is met field by field (I21). */
  stored?: Row;
  onDone?(data: unknown): void;
  onClose(): void;
}

const NOTHING: Row = {};
const NO_VALUES: Record<string, Value> = {};
const FILES = new FormFiles();

/** The fields as this dialog draws them; what it was opened with stays, whatever comes later. */
function useShape({ act, record, start = NOTHING, fixed = NO_VALUES, given = NOTHING }: ActDialogProps) {
  const opened = useRef({ record, start, fixed, given });
  return useMemo(() => {
    const { form } = act;
    const first = opened.current;
    const entity = withFields(withGiven(form, first.given), ({ name }) =>
      name in first.fixed ? { fixed: first.fixed[name] } : undefined,
    );
    // What the record has under the names of the act's own fields is not theirs.
    const others = Object.entries(first.record).filter(([name]) => name === 'id' || !form.field(name));
    return { entity, start: { ...first.start, ...first.fixed }, beside: Object.fromEntries(others) };
  }, [act]);
}

function answerOf(entity: Entity, outcome: Outcome): Answer {
  if (!('refused' in outcome)) return undefined;
  const { message, errors } = outcome.refused;
  const drawn = Object.entries(errors).map(([name, text]) => [drawnAt(entity, name), text]);
  return { message, errors: Object.fromEntries(drawn) };
}

export default function ActDialog(props: ActDialogProps) {
  const { act, id, stored, onDone, onClose } = props;
  const translate = useTranslate();
  const language = useLanguage();
  const narrow = useNarrow();
  const [title, formId] = [useId(), useId()];
  const dirty = useRef(false);
  const { entity, start, beside } = useShape(props);
  const { ask, busy, dialog } = useAct(act);
  const awaited = useAwaitsAnswer();
  const [conflict, setConflict] = useState<Conflict>();
  const sent = useRef(NOTHING);
  const send = async (typed: Row): Promise<Answer> => {
    sent.current = { ...(stored && { versione: stored.versione }), ...typed };
    const outcome = await ask(id, sent.current);
    setConflict('conflict' in outcome ? outcome.conflict : undefined);
    if ('done' in outcome) {
      onDone?.(outcome.data);
      onClose();
    }
    return answerOf(entity, outcome);
  };
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      fullScreen={narrow}
      onClose={busy ? undefined : onClose}
      aria-labelledby={title}
    >
      <DialogTitle id={title}>{act.heading[language]}</DialogTitle>
      <DialogContent sx={{ pt: '8px !important' }}>
        <RecordForm
          entity={entity}
          mode="create"
          stored={undefined}
          start={start}
          beside={beside}
          files={FILES}
          back={onClose}
          formId={formId}
          saving={busy}
          dirty={dirty}
          onSave={send}
          foot={<span hidden />}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {translate('officina.cancel')}
        </Button>
        <Button type="submit" form={formId} variant="contained" loading={busy || awaited}>
          {act.title[language]}
        </Button>
      </DialogActions>
      {dialog}
      {stored && conflict && (
        <Suspense fallback={null}>
          <ConflictDialog
            entity={entity}
            key={String(conflict.theirs.versione)}
            base={stored}
            conflict={conflict}
            onSave={(chosen) => void send({ ...sent.current, ...chosen })}
            onClose={() => setConflict(undefined)}
          />
        </Suspense>
      )}
    </Dialog>
  );
}
