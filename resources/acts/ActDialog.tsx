/** The dialog of an act, drawn from its file with the widgets of forms: what is refused is said at its field, and nothing typed is lost. */

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type Act, beginningsOf } from '../../schemas/act.ts';
import type { Entity, Field, Language, Row, Value } from '../../schemas/entity.ts';
import { isEmpty } from '../../schemas/values.ts';
import { drawnAt, formFields } from '../form/form-schema.ts';
import { type Answer, RecordForm } from '../form/RecordForm.tsx';
import { startOf, withFields, withGiven } from '../form/record.ts';
import { useShape } from '../form/useShape.ts';
import { useHouse, useLanguage } from '../House.tsx';
import { useNarrow } from '../useNarrow.ts';
import { FormFiles } from '../widgets/form-files.ts';
import { useAwaitsAnswer } from '../widgets/rows-of.ts';
import { handAll } from '../widgets/typing.ts';
import { type OfferedActs, titleOf } from './acts.ts';
import { type Outcome, useAct } from './useAct.tsx';

export interface ActDialogProps extends OfferedActs {
  /** What it is done to, as the head of the dialog names it. */
  name?: string;
  /** The record it is done to: its id, and what of it the fields look at. */
  id?: unknown;
  record?: Row;
  /** What its fields begin with. */
  start?: Row;
  /** Values that are shown and stay. */
  fixed?: Record<string, Value>;
  /** Values that go along and are not shown. */
  given?: Row;
  /** The stored row that it changes, whose values it begins with: its version goes along, and a colleague who was faster is met field by field (I21). */
  stored?: Row;
  /** How some of its fields are here, when not as the file has them. */
  fields?: Record<string, Partial<Field>>;
  /** What stands over it, above its fields and on its button, when not the act's own words. */
  title?: string;
  text?: ReactNode;
  confirm?: string;
  /** Said above them, in a shape of its own. */
  above?: ReactNode;
  /** Its button waits until all that is required is there. */
  awaitsAll?: boolean;
  /** What is left empty goes out as nothing: it may take away what stood there. */
  cleared?: boolean;
  /** In the place of the act itself, for a page that sends more than what is typed. */
  send?(typed: Row): Promise<Outcome>;
  onDone?(data: unknown): void;
  onClose(): void;
}

const NOTHING: Row = {};
const FILES = new FormFiles();

/** The fields as this dialog draws them, once settings say which; what it was opened with stays, whatever comes later. */
function useFields(props: ActDialogProps) {
  const { act } = props;
  const { may } = useHouse();
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
    // What the record has under the names of the act's own fields is not theirs.
    const others = Object.entries(record).filter(([name]) => name === 'id' || !entity.field(name));
    return {
      entity,
      stored: stored && { ...stored, ...given, ...start, ...fixed, id: record.id },
      start: startOf(entity, { ...beginningsOf(act, record), ...start, ...fixed }),
      beside: Object.fromEntries(others),
    };
  }, [act, shape, may]);
}

function answerOf(entity: Entity, outcome: Outcome): Answer {
  if (!('refused' in outcome)) return undefined;
  const { message, errors } = outcome.refused;
  const drawn = Object.entries(errors).map(([name, text]) => [drawnAt(entity, name), text]);
  return { message, errors: Object.fromEntries(drawn) };
}

/** The sentence of the act; on something that has a name, as the button says it. */
const headOf = ({ name, title, ...acts }: ActDialogProps, language: Language): string =>
  title ?? (name === undefined ? acts.act.heading[language] : `${titleOf(acts, language)}: ${name}`);

/** The fields that are drawn, with nothing in them. */
const emptyOf = (entity: Entity): Row =>
  Object.fromEntries(formFields(entity).map(({ name }) => [name, null]));

/** Not all that is required is typed. */
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
        handAll();
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

export default function ActDialog(props: ActDialogProps) {
  const { id, stored, text, above, confirm, awaitsAll, cleared, send, onDone, onClose } = props;
  const [act, choose] = useState(props.act);
  const translate = useTranslate();
  const language = useLanguage();
  const narrow = useNarrow();
  const [title, formId] = [useId(), useId()];
  const dirty = useRef(false);
  const fields = useFields({ ...props, act });
  const { ask, dialog } = useAct(act);
  const [busy, setBusy] = useState(false);
  const typed = useRef<Row>(undefined);
  const [incomplete, setIncomplete] = useState<boolean>();
  const awaited = useAwaitsAnswer();
  const save = async (filled: Row): Promise<Answer> => {
    if (!fields) return undefined;
    const { entity } = fields;
    setBusy(true);
    const sent = cleared ? { ...emptyOf(entity), ...filled } : filled;
    const outcome = await (send ? send(sent) : ask(id, sent, stored && { entity, row: stored }));
    setBusy(false);
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
      <DialogTitle id={title}>{headOf(props, language)}</DialogTitle>
      <DialogContent sx={{ pt: '8px !important' }}>
        {text && <DialogContentText sx={{ mb: 2 }}>{text}</DialogContentText>}
        {above}
        {props.other && <ActSwitch acts={[props.act, props.other]} chosen={act} choose={choose} />}
        {fields && (
          <RecordForm
            {...fields}
            key={act.name}
            mode="create"
            typed={typed.current}
            onTyped={(row) => {
              typed.current = row;
              setIncomplete(lacks(fields.entity, row));
            }}
            files={FILES}
            back={onClose}
            formId={formId}
            saving={busy}
            dirty={dirty}
            onSave={save}
            foot={<span hidden />}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {translate('officina.cancel')}
        </Button>
        <Button
          type="submit"
          form={formId}
          variant="contained"
          loading={busy || awaited || !fields}
          disabled={awaitsAll && fields && (incomplete ?? lacks(fields.entity, fields.start))}
        >
          {confirm ?? act.title[language]}
        </Button>
      </DialogActions>
      {dialog}
    </Dialog>
  );
}
