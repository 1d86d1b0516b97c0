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
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type Act, beginningsOf } from '../../schemas/act.ts';
import type { Entity, Field, Language, Row, Value } from '../../schemas/entity.ts';
import { isEmpty } from '../../schemas/values.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { useFullScreen } from '../context/useNarrow.ts';
import { CancelButton } from '../feedback/CancelButton.tsx';
import { StillMissing, WITH_MISSING } from '../feedback/StillMissing.tsx';
import { DraftedBy } from '../form/Drafted.tsx';
import { RecordForm } from '../form/RecordForm.tsx';
import { startOf, withFields, withGiven } from '../form/record.ts';
import { useShape } from '../form/useShape.ts';
import { useAwaitsAnswer } from '../widgets/rows-of.ts';
import { passAll } from '../widgets/typing.ts';
import { placeOfAct } from './act-draft.ts';
import { type OfferedActs, titleOf } from './offered-acts.ts';
import { type ActSending, type SendingDraft, storesUnsent, useActSending } from './useActSending.ts';

export interface ActDialogProps extends OfferedActs, ActSending {
  /** The name of the record, for the dialog title. */
  name?: string;
  /** The initial values of the fields. */
  start?: Row;
  /** Values that are displayed and cannot be changed. */
  fixed?: Record<string, Value>;
  /** Values that are sent without being displayed. */
  given?: Row;
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
  /** The id of the draft with which the dialog begins, if a link names it. */
  draft?: string;
  /** The selected rows that the act changes. */
  rows?: number[];
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

/** Returns the dialog title: the act's heading, or for a named record the button's label with the name. */
const headOf = ({ name, title, ...acts }: ActDialogProps, language: Language): string =>
  title ?? (name === undefined ? acts.act.heading[language] : `${titleOf(acts, language)}: ${name}`);

/** Returns the required fields that are empty. */
const lackingIn = (entity: Entity, typed: Row): Field[] =>
  entity.fields.filter(({ name, required, hidden }) => required && !hidden && isEmpty(typed[name]));

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

interface ActFieldsProps extends ActDialogProps, SendingDraft {
  /** Tells about the draft. */
  line: ReactNode;
}

export default function ActDialog(props: ActDialogProps) {
  const { act, name, title: heading = name, rows, stored, record = stored, draft: linked, onClose } = props;
  const language = useLanguage();
  const fullScreen = useFullScreen();
  const title = useId();
  const isBusy = useRef(false);
  return (
    <Dialog
      open
      fullWidth
      fullScreen={fullScreen}
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
  const { other, text, above, formDraft, line, onClose } = props;
  const { begun } = formDraft;
  const [act, choose] = useState(other && other.name === begun?.act ? other : props.act);
  const formId = useId();
  const dirty = useRef(begun !== undefined);
  const fields = useFields({ ...props, act });
  const { save, busy, dialog, record } = useActSending(props, act, fields?.entity);
  const typed = useRef(begun?.values);
  const [lacking, setLacking] = useState<Field[]>();
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
              setLacking(lackingIn(fields.entity, row));
            }}
            files={formDraft.files}
            back={onClose}
            formId={formId}
            saving={busy}
            dirty={dirty}
            onSave={save}
            foot={<span hidden />}
          />
        )}
      </DialogContent>
      <ActFoot
        {...props}
        act={act}
        formId={formId}
        busy={busy}
        isReady={fields !== undefined}
        lacking={fields && (lacking ?? lackingIn(fields.entity, { ...fields.start, ...typed.current }))}
      />
      {dialog}
    </>
  );
}

interface ActFootProps extends ActDialogProps {
  formId: string;
  busy: boolean;
  isReady: boolean;
  /** The required fields that are empty. */
  lacking?: Field[];
}

function ActFoot({ act, formId, busy, isReady, lacking, confirm, awaitsAll, onClose }: ActFootProps) {
  const language = useLanguage();
  const reason = useId();
  const missing = awaitsAll ? (lacking ?? []) : [];
  const awaited = useAwaitsAnswer();
  return (
    <DialogActions sx={awaitsAll ? WITH_MISSING : undefined}>
      {awaitsAll && <StillMissing id={reason} names={missing.map(({ title }) => title[language])} />}
      <CancelButton disabled={busy} onClick={onClose} />
      <Button
        type="submit"
        form={formId}
        variant="contained"
        loading={busy || awaited || !isReady}
        disabled={missing.length > 0}
        aria-describedby={awaitsAll ? reason : undefined}
      >
        {confirm ?? act.title[language]}
      </Button>
    </DialogActions>
  );
}
