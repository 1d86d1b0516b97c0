/** An act that waits to be sent: its record, its time, the reason of a refusal, and the user's choices. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useGetOne, useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { ADDED_FILE } from '../../dataProvider/documents.ts';
import { outbox } from '../../dataProvider/outbox.ts';
import {
  isProvisional,
  REPORT_MADE,
  REPORTED,
  SAVED_VALUES,
  SIGNED,
  type Waiting,
} from '../../dataProvider/outbox-order.ts';
import { questionIn } from '../../resources/acts/useQuestions.tsx';
import { useApplication, useLanguage, usePlantZone } from '../../resources/context/application.tsx';
import { FieldValue } from '../../resources/display/cells.tsx';
import { isPicture, sizeText } from '../../resources/files/file-facts.ts';
import { LocalPicture } from '../../resources/files/LocalPicture.tsx';
import { formatInstant } from '../../resources/format/format.ts';
import { type Act, meantBy } from '../../schemas/act.ts';
import { displayOf, type Entity, type Field, type Row } from '../../schemas/entity.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { isFault, openChange } from '../interventions/fault/changed-fault.ts';
import { Changing, isChangeable } from './Changing.tsx';
import { Dropping } from './Dropping.tsx';
import { refusalText } from './refusal-text.ts';
import { isSignedAgain, SignAgain } from './SignAgain.tsx';

/** The titles of acts without an act file. */
const TITLES: Record<string, string> = {
  [ADDED_FILE]: 'officina.outbox.file',
  [SAVED_VALUES]: 'officina.outbox.values',
  [SIGNED]: 'officina.outbox.signature',
  [REPORT_MADE]: 'officina.interventions.detail.job_report',
  [REPORTED]: 'officina.fault.title',
};

interface OutboxEntryProps {
  waiting: Waiting;
  /** Whether it waits for the user's decision about an earlier act on the same record. */
  isKeptBack: boolean;
  onClose(): void;
}

const isShowable = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

/** The values of the act: what the user named, and the visible fields that the user filled in. */
function Typed({ act, waiting: { body, names = {} } }: { act: Act; waiting: Waiting }) {
  const values = meantBy(act, body);
  const isVisible = ({ hidden, rows, readOnly, reference }: Field) =>
    !hidden && !readOnly && (!rows || reference !== undefined);
  return act.form.fields
    .filter(
      (field) => names[field.name] !== undefined || (isVisible(field) && isShowable(values[field.name])),
    )
    .map((field) => (
      <TypedValue
        key={field.name}
        act={act}
        field={field}
        value={values[field.name]}
        name={names[field.name]}
      />
    ));
}

interface TypedValueProps {
  act: Act;
  field: Field;
  value: unknown;
  /** The name of a referenced record, as the user saw it. */
  name: string | undefined;
}

/** Displays a reference by the name of its record; without a network, only if the device has stored it. */
function TypedValue({ act, field, value, name }: TypedValueProps) {
  const language = useLanguage();
  const translate = useTranslate();
  const { byResource, may } = useApplication();
  const target = byResource.get(field.reference?.resource ?? '');
  const referred = target && may(target.access.read) ? target : undefined;
  const { data } = useGetOne(
    referred?.resource ?? '',
    { id: Number(value) },
    { enabled: referred !== undefined && name === undefined, retry: false },
  );
  const read = name ?? (referred && data && displayOf(referred, data, language));
  if (field.reference && read === undefined) return null;
  // A tick among texts would not be understood as yes.
  const yesNo = KINDS[field.kind].yesNo && translate(value === 1 ? 'officina.yes' : 'officina.no');
  return (
    <Typography variant="body2" component="div" sx={{ overflowWrap: 'anywhere' }}>
      {`${field.title[language]}: `}
      {read ?? (yesNo || <FieldValue entity={act.form} field={field} value={value} />)}
    </Typography>
  );
}

/** Returns the record, from the device if there is no network. */
function useRecord(entity: Entity | undefined, { id }: Waiting): { record?: Row; isRead: boolean } {
  const { data, isPending } = useGetOne(
    entity?.resource ?? '',
    { id: Number(id) },
    { enabled: entity !== undefined && !isProvisional(id), retry: false },
  );
  return { record: data, isRead: !isPending || entity === undefined || isProvisional(id) };
}

export function OutboxEntry({ waiting, isKeptBack, onClose }: OutboxEntryProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const { acts, byName } = useApplication();
  const act = acts.get(waiting.act);
  const zone = usePlantZone();
  const entity = byName.get(waiting.on);
  const { record, isRead } = useRecord(entity, waiting);
  const what = act?.heading[language] ?? translate(TITLES[waiting.act] ?? 'officina.fault.title');
  const name = entity && record ? displayOf(entity, record, language) : waiting.id;
  const where = waiting.about ?? `${entity?.title[language] ?? ''} ${name}`.trim();
  const refusal = refusalText(waiting, { act, entity, record, language });
  return (
    <Box sx={{ py: 1.5, borderTop: 1, borderColor: 'divider', display: 'grid', gap: 0.5 }}>
      <Typography sx={{ fontWeight: 600 }}>{what}</Typography>
      {act && <Typed act={act} waiting={waiting} />}
      {waiting.makes && (
        <Typography sx={{ overflowWrap: 'anywhere' }}>{String(waiting.body.descrizione ?? '')}</Typography>
      )}
      {waiting.file && <SentFile file={waiting.file.content} />}
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {translate('officina.outbox.done_at', {
          record: where,
          time: formatInstant(new Date(waiting.doneAt).toISOString(), zone),
        })}
      </Typography>
      {isKeptBack && <Typography variant="body2">{translate('officina.outbox.kept_back')}</Typography>}
      {waiting.refusal !== undefined && <Alert severity="warning">{refusal}</Alert>}
      <Choices
        waiting={waiting}
        act={act}
        record={isRead ? (record ?? {}) : undefined}
        what={what}
        refusal={refusal}
        onClose={onClose}
      />
    </Box>
  );
}

function SentFile({ file }: { file: File }) {
  const language = useLanguage();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      {isPicture(file) && (
        <Box sx={{ width: 64, height: 64, flexShrink: 0, borderRadius: 1, overflow: 'hidden' }}>
          <LocalPicture file={file} />
        </Box>
      )}
      <Typography variant="body2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {`${file.name}, ${sizeText(file.size, language)}`}
      </Typography>
    </Box>
  );
}

interface ChoicesProps {
  waiting: Waiting;
  act: Act | undefined;
  /** The record: empty if it cannot be read, undefined while it is being read. */
  record: Row | undefined;
  what: string;
  refusal: string;
  onClose(): void;
}

/** The choices: open the record, send a refused act again, change it, or drop it. */
function Choices({ waiting, act, record, what, refusal, onClose }: ChoicesProps) {
  const translate = useTranslate();
  const application = useApplication();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'change' | 'drop' | 'sign'>();
  const isRefused = waiting.refusal !== undefined;
  const close = () => setOpen(undefined);
  /** This press also answers the server's question, if the user may answer it. */
  const again = async () => {
    const question =
      act && waiting.result !== undefined && (await questionIn(act, waiting.result, application));
    await outbox.again(waiting, question ? { query: question.answer } : undefined);
  };
  const change = async () => {
    if (!isFault(waiting)) return setOpen('change');
    const { page, state } = await openChange(waiting, refusal);
    await navigate(page, { state });
    onClose();
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '& .MuiButton-root': { minHeight: 48 } }}>
      {!isProvisional(waiting.id) && (
        <Button component={Link} to={waiting.page} onClick={onClose}>
          {translate('officina.outbox.open')}
        </Button>
      )}
      {isSignedAgain(waiting) ? (
        <Button onClick={() => setOpen('sign')}>{translate('officina.outbox.sign')}</Button>
      ) : (
        isRefused && <Button onClick={again}>{translate('officina.outbox.again')}</Button>
      )}
      {isRefused && (isFault(waiting) || (act && record && isChangeable(act))) && (
        <Button onClick={change}>{translate('officina.outbox.change')}</Button>
      )}
      {isRefused && (
        <Button color="error" onClick={() => setOpen('drop')}>
          {translate('officina.outbox.drop')}
        </Button>
      )}
      {open === 'change' && act && record && (
        <Changing waiting={waiting} act={act} record={record} onClose={close} />
      )}
      {open === 'sign' && <SignAgain waiting={waiting} onClose={close} />}
      {open === 'drop' && <Dropping waiting={waiting} what={what} onClose={close} />}
    </Box>
  );
}
