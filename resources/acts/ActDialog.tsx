/**
 * The dialog of an act, drawn from its file with the widgets of forms. A refusal appears at its field, and
 * nothing typed is lost: without a network it stays as a draft.
 */

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type Act, beginningsOf, versionOf } from '../../schemas/act.ts';
import type { Entity, Field, Language, Row, Value } from '../../schemas/entity.ts';
import { isEmpty } from '../../schemas/values.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { useNarrow } from '../context/useNarrow.ts';
import { CancelButton } from '../feedback/CancelButton.tsx';
import { DraftedBy } from '../form/Drafted.tsx';
import type { FormDraft } from '../form/form-draft.ts';
import { drawnAt, formFields } from '../form/form-schema.ts';
import { type Answer, RecordForm, type Refused } from '../form/RecordForm.tsx';
import { startOf, withFields, withGiven } from '../form/record.ts';
import { type Outcome as Answered, fateOf } from '../form/saving.ts';
import { useSavedOrDraft } from '../form/useDraft.ts';
import { useShape } from '../form/useShape.ts';
import { useAwaitsAnswer } from '../widgets/rows-of.ts';
import { passAll } from '../widgets/typing.ts';
import { placeOfAct } from './act-draft.ts';
import { type OfferedActs, titleOf } from './offered-acts.ts';
import { type Outcome, useAct } from './useAct.tsx';

interface Attempt {
  /** The key of an earlier attempt without a reply. */
  key?: string;
  /** The record as the user saw it. */
  record?: Row;
}

export interface ActDialogProps extends OfferedActs {
  /** The name of the record, for the dialog title. */
  name?: string;
  /** The record that the act changes: its id, and the values that its fields depend on. */
  id?: unknown;
  record?: Row;
  /** The initial values of the fields. */
  start?: Row;
  /** Values that are displayed and cannot be changed. */
  fixed?: Record<string, Value>;
  /** Values that are sent without being displayed. */
  given?: Row;
  /**
   * The stored row that the act changes. The fields begin with its values and its version is sent. A colleague's
   * earlier change is compared field by field (I21).
   */
  stored?: Row;
  /** Changes to the fields of the file, by name. */
  fields?: Record<string, Partial<Field>>;
  /** The dialog's title, text and button, if they are not those of the act. */
  title?: string;
  text?: ReactNode;
  confirm?: string;
  /** Any element above the fields. */
  above?: ReactNode;
  /** Disables the button until all required fields are filled. */
  awaitsAll?: boolean;
  /** Sends empty fields as null, so that a stored value can be removed. */
  cleared?: boolean;
  /** The id of the draft with which the dialog begins, if a link names it. */
  draft?: string;
  /** The selected rows that the act changes. */
  rows?: number[];
  /** Whether `send` stores on the device what it cannot send, so that the dialog keeps no draft. */
  waits?: boolean;
  /** Replaces the act's own call, for a page that sends more than the fields. */
  send?(typed: Row, attempt: Attempt): Promise<Outcome>;
  onDone?(data: unknown): void;
  onClose(): void;
}

const NOTHING: Row = {};

/**
 * Returns the fields of this dialog, by the settings on which they depend. The props stay as they were when the
 * dialog opened.
 */
function useFields(props: ActDialogProps) {
  const { act } = props;
  const { may } = useApplication();
  const shape = useShape(act.form, NOTHING, 'create');
  const opened = useRef(props);
  return useMemo(() => {
    if (!shape) return undefined;
    const {
      record = NOTHING,
      stored,
      start = NOTHING,
      fixed = {},
      given = NOTHING,
      fields = {},
    } = opened.current;
    const entity = withFields(withGiven(shape, given), ({ name, write }) => {
      if (write && !may(write)) return { hidden: true };
      return name in fixed ? { fixed: fixed[name] } : fields[name];
    });
    // Values of the record under the names of the act's own fields are not values of those fields.
    const others = Object.entries(record).filter(([name]) => name === 'id' || !entity.field(name));
    return {
      entity,
      stored: stored && { ...stored, ...given, ...start, ...fixed, id: record.id },
      start: startOf(entity, { ...beginningsOf(act, record), ...start, ...fixed }),
      otherValues: Object.fromEntries(others),
    };
  }, [act, shape, may]);
}

function answerOf(entity: Entity, { message, errors }: Refused): Answer {
  const drawn = Object.entries(errors).map(([name, text]) => [drawnAt(entity, name), text]);
  return { message, errors: Object.fromEntries(drawn) };
}

/** Returns the dialog title: the act's heading, or for a named record the button's label with the name. */
const headOf = ({ name, title, ...acts }: ActDialogProps, language: Language): string =>
  title ?? (name === undefined ? acts.act.heading[language] : `${titleOf(acts, language)}: ${name}`);

/** Returns null for every field that is drawn. */
const emptyOf = (entity: Entity): Row =>
  Object.fromEntries(formFields(entity).map(({ name }) => [name, null]));

/** Returns whether a required field is empty. */
const lacks = (entity: Entity, typed: Row): boolean =>
  entity.fields.some(({ name, required, hidden }) => required && !hidden && isEmpty(typed[name]));

interface ActSwitchProps {
  acts: Act[];
  chosen: Act;
  choose(act: Act): void;
}

function ActSwitch({ acts, chosen, choose }: ActSwitchProps) {
  const translate = useTranslate();
  const language = useLanguage();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      fullWidth
      value={chosen}
      onChange={(_event, next: Act | null) => {
        passAll();
        if (next) choose(next);
      }}
      aria-label={translate('officina.form.which_act')}
      sx={{ mb: 2 }}
    >
      {acts.map((act) => (
        <ToggleButton key={act.name} value={act}>
          {act.title[language]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

interface ActFieldsProps extends ActDialogProps {
  formDraft: FormDraft;
  /** Tells about the draft. */
  line: ReactNode;
  isBusy: RefObject<boolean>;
}

const storesUnsent = ({ act, waits = act.waits }: ActDialogProps): boolean => waits;

/**
 * Sends the values, with the act's own call or the page's, and closes the dialog when the call has succeeded. What
 * does not reach the server stays as a draft.
 */
function useSending(props: ActFieldsProps, act: Act, entity: Entity | undefined) {
  const { id, stored, cleared, formDraft, isBusy, send, onDone, onClose } = props;
  const { ask, dialog } = useAct(act);
  const [busy, setBusy] = useState(false);
  /** The record as the user saw it when they typed the draft. */
  const seen = useRef(formDraft.begun?.base);
  const last = useRef<Outcome>(undefined);
  const record = () => seen.current ?? stored ?? props.record;
  const perform = async (typed: Row, key?: string): Promise<Answered> => {
    const row = record();
    // Without stored values there is nothing to compare. A newer version is then a refusal, above the fields.
    const body = stored ? typed : { ...versionOf(act, row), ...typed };
    const compared = stored && entity && { entity, row: row ?? stored };
    const outcome = await (send ? send(typed, { key, record: row }) : ask(id, body, compared, key));
    last.current = outcome;
    if (!('refused' in outcome)) return {};
    const fate = await fateOf(outcome.error);
    // A reply has told what is different now.
    seen.current = fate.away && row;
    return { refused: outcome.refused, ...fate };
  };
  const performOrKeep = useSavedOrDraft(formDraft, perform, { arrived: 'arrived_act' });
  const save = async (filled: Row): Promise<Answer> => {
    if (!entity) return undefined;
    setBusy(true);
    isBusy.current = true;
    last.current = undefined;
    const sent = cleared ? { ...emptyOf(entity), ...filled } : filled;
    const { refused } = await (storesUnsent(props) ? perform(sent) : performOrKeep(sent));
    setBusy(false);
    isBusy.current = false;
    const outcome = last.current as Outcome | undefined;
    if (outcome && ('done' in outcome || 'queued' in outcome)) {
      await formDraft.end();
      if ('done' in outcome) onDone?.(outcome.data);
      onClose();
    }
    return refused && answerOf(entity, refused);
  };
  return { save, busy, dialog, record };
}

export default function ActDialog(props: ActDialogProps) {
  const { act, name, title: heading = name, rows, stored, record = stored, draft: linked, onClose } = props;
  const language = useLanguage();
  const narrow = useNarrow();
  const title = useId();
  const isBusy = useRef(false);
  return (
    <Dialog
      open
      fullWidth
      fullScreen={narrow}
      onClose={() => isBusy.current || onClose()}
      aria-labelledby={title}
    >
      <DialogTitle id={title}>{headOf(props, language)}</DialogTitle>
      <DraftedBy
        entity={act.on}
        place={placeOfAct(props)}
        about={name ?? heading}
        rows={rows}
        keeps={storesUnsent(props) ? 'never' : 'away'}
        record={record}
        changed={stored ? 'changed' : 'changed_act'}
        linked={linked}
      >
        {(formDraft, line) => <ActFields {...props} formDraft={formDraft} line={line} isBusy={isBusy} />}
      </DraftedBy>
    </Dialog>
  );
}

function ActFields(props: ActFieldsProps) {
  const { other, text, above, confirm, awaitsAll, formDraft, line, onClose } = props;
  const { begun } = formDraft;
  const [act, choose] = useState(other && other.name === begun?.act ? other : props.act);
  const language = useLanguage();
  const formId = useId();
  const dirty = useRef(begun !== undefined);
  const fields = useFields({ ...props, act });
  const { save, busy, dialog, record } = useSending(props, act, fields?.entity);
  const typed = useRef(begun?.values);
  const [incomplete, setIncomplete] = useState<boolean>();
  const awaited = useAwaitsAnswer();
  useEffect(() => {
    formDraft.act = act.name;
  }, [formDraft, act]);
  const keep = (entity: Entity, row: Row) => {
    typed.current = row;
    formDraft.type(entity, row, record(), dirty.current);
  };
  return (
    <>
      <DialogContent sx={{ pt: '8px !important' }}>
        {line}
        {text && <DialogContentText sx={{ mb: 2 }}>{text}</DialogContentText>}
        {above}
        {other && <ActSwitch acts={[props.act, other]} chosen={act} choose={choose} />}
        {fields && (
          <RecordForm
            {...fields}
            key={act.name}
            mode="create"
            typed={typed.current}
            onTyped={(row) => {
              keep(fields.entity, row);
              setIncomplete(lacks(fields.entity, row));
            }}
            files={formDraft.files}
            back={onClose}
            formId={formId}
            saving={busy}
            dirty={dirty}
            onSave={(filled) => {
              keep(fields.entity, typed.current ?? fields.start);
              return save(filled);
            }}
            foot={<span hidden />}
          />
        )}
      </DialogContent>
      <DialogActions>
        <CancelButton disabled={busy} onClick={onClose} />
        <Button
          type="submit"
          form={formId}
          variant="contained"
          loading={busy || awaited || !fields}
          disabled={
            awaitsAll && fields && (incomplete ?? lacks(fields.entity, { ...fields.start, ...typed.current }))
          }
        >
          {confirm ?? act.title[language]}
        </Button>
      </DialogActions>
      {dialog}
    </>
  );
}
