/** The form of an entity in a dialog over its list (x-dialog), for entities without a page for it. */
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { type Identifier, useEditContext, useRefresh, useTranslate } from 'react-admin';
import { displayOf, type Entity, type Row } from '../../schemas/entity.ts';
import { RecordActs } from '../acts/PlacedActs.tsx';
import { useApplication, useLanguage } from '../context/application.tsx';
import { useFullScreen } from '../context/useNarrow.ts';
import { Failure } from '../feedback/Failure.tsx';
import { CreateForm } from '../form/CreateForm.tsx';
import { EditForm } from '../form/EditForm.tsx';
import { HistoryButton } from '../form/FormHeader.tsx';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { formFields } from '../form/form-schema.ts';
import { NewRecord, StoredRecord, useSaySaved } from '../form/RecordFrame.tsx';
import { withGiven } from '../form/record.ts';
import { NEW } from '../list/dialog.ts';
import { rightsOf, useAddWords, useEntity } from '../list/ListData.ts';
import { type ChosenMaster, useChosenMaster } from '../list/master.ts';

interface EntityDialogProps {
  /** The record's id, or NEW. */
  recordId: Identifier;
  onClose(): void;
}

interface BodyProps {
  /** The entity, without the field that the master list sets. */
  entity: Entity;
  master: ChosenMaster | undefined;
  titleId: string;
  onClose(): void;
  onSaved(saved: Row): void;
}

export default function EntityDialog({ recordId, onClose }: EntityDialogProps) {
  const { name: listed } = useEntity();
  // The list has the custom fields of the class that filters it, the form those of its record.
  const declared = useApplication().byName.entity(listed);
  const fullScreen = useFullScreen();
  const titleId = useId();
  const master = useChosenMaster();
  const [name, id] = [master?.field.name, master?.id];
  const entity = useMemo(
    () => (name === undefined ? declared : withGiven(declared, { [name]: id })),
    [declared, name, id],
  );
  const body = { entity, master, titleId, onClose, onSaved: useFinish(entity, onClose) };
  return (
    <Dialog
      open
      fullWidth
      fullScreen={fullScreen}
      onClose={onClose}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { bgcolor: 'background.paper' } } }}
    >
      {recordId === NEW ? (
        <NewRecord entity={entity}>
          <CreateBody {...body} />
        </NewRecord>
      ) : (
        <StoredRecord entity={entity} id={recordId}>
          <EditBody {...body} />
        </StoredRecord>
      )}
    </Dialog>
  );
}

/** Returns a function that closes the dialog after saving, unless the user has already left it. */
function useFinish(entity: Entity, onClose: () => void) {
  const saySaved = useSaySaved(entity);
  const refresh = useRefresh();
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  return (saved: Row) => {
    saySaved(saved);
    refresh();
    if (open.current) onClose();
  };
}

function CreateBody({ entity, master, titleId, onClose, onSaved }: BodyProps) {
  const { addOne } = useAddWords();
  const [first] = formFields(entity);
  useEffect(() => document.getElementById(`root_${first?.name}`)?.focus(), [first]);
  return (
    <>
      <Head titleId={titleId} title={addOne} master={master} onClose={onClose} />
      <Content>
        <CreateForm entity={entity} back={onClose} below={master?.id} onSaved={onSaved} />
      </Content>
    </>
  );
}

function EditBody({ entity, master, titleId, onClose, onSaved }: BodyProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const application = useApplication();
  const { record, isPending, error, refetch } = useEditContext();
  if (!record)
    return (
      <>
        <Head titleId={titleId} title={entity.title[language]} master={master} onClose={onClose} />
        <Content>{isPending ? <FormSkeleton /> : <Failure error={error} onRetry={refetch} />}</Content>
      </>
    );
  const { canEdit } = rightsOf(entity, application).of(record);
  const action = translate(`officina.list.${canEdit ? 'edit' : 'view'}`);
  return (
    <>
      <Head
        titleId={titleId}
        title={translate('officina.list.act_on', { action, name: displayOf(entity, record, language) })}
        master={undefined}
        onClose={onClose}
      >
        {!canEdit && <Chip size="small" label={translate('officina.form.read_only')} />}
        <RecordActs entity={entity} row={record} place="row" />
        {entity.traits.includes('history') && <HistoryButton entity={entity} record={record} />}
      </Head>
      <Content>
        <EditForm entity={entity} record={record} readOnly={!canEdit} back={onClose} onSaved={onSaved} />
      </Content>
    </>
  );
}

interface HeadProps {
  titleId: string;
  title: string;
  /** The selected master row, which is displayed below the title if the title does not contain it. */
  master: ChosenMaster | undefined;
  onClose(): void;
  children?: ReactNode;
}

function Head({ titleId, title, master, onClose, children }: HeadProps) {
  const translate = useTranslate();
  const language = useLanguage();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: { xs: 2, sm: 3 }, pt: 2, pb: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <DialogTitle id={titleId} sx={{ p: 0, overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        {master && (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {master.field.title[language]}: {master.name}
          </Typography>
        )}
      </Box>
      {children}
      <IconButton aria-label={translate('officina.close')} onClick={onClose} edge="end">
        <CloseIcon />
      </IconButton>
    </Box>
  );
}

function Content({ children }: { children: ReactNode }) {
  return <DialogContent sx={{ px: { xs: 2, sm: 3 }, pb: 0 }}>{children}</DialogContent>;
}
