/** The form of an upload: the fields, the files, and one save that writes the fields to all files. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { SaveBar } from '../form/SaveBar.tsx';
import { UnsavedGuard } from '../form/UnsavedGuard.tsx';
import { DocumentFields } from './DocumentFields.tsx';
import { documentsAddress } from './document-routes.ts';
import { Uploader } from './Uploader.tsx';
import { UploadFiles } from './UploadFiles.tsx';
import { useArriving } from './useArriving.ts';
import {
  coverHindrance,
  isUnsaved,
  type UploadTo,
  useAddFiles,
  useSaving,
  useUploadJob,
} from './useUpload.ts';

export function UploadForm(props: UploadTo) {
  const { entity, owner, documents } = props;
  const translate = useTranslate();
  const [job, state] = useUploadJob(props);
  const { draft, saving, refused } = state;
  const hindrance = coverHindrance(state);
  const covers = entity.documents?.cover === true && hindrance === undefined;
  const taking = useAddFiles(job, covers, entity.documents?.single);
  const { save, complaints, forget } = useSaving(props, job, covers);
  const take = (files: File[]) => {
    forget();
    taking.take(files);
  };
  const over = useArriving(take);
  const dirty = useRef(false);
  dirty.current = isUnsaved(state);
  return (
    <Box component="form" noValidate onSubmit={save}>
      {refused && <Message>{refused.message}</Message>}
      <DocumentFields
        entity={entity}
        folders={documents.cartelle}
        draft={draft}
        errors={{ ...refused?.errors, ...complaints }}
        noCover={hindrance && translate(hindrance)}
        onChange={(changes) => {
          forget();
          job.setDraft(changes);
        }}
      />
      {taking.refusals.length > 0 && (
        <Message onClose={taking.forget}>
          {taking.refusals.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </Message>
      )}
      {draft.folder === undefined ? (
        <FolderFirst none={documents.cartelle.length === 0} />
      ) : (
        <Uploader over={over} single={entity.documents?.single} onTake={take} />
      )}
      {complaints.file && (
        <Typography color="error" variant="body2" role="alert" sx={{ mb: 2 }}>
          {complaints.file}
        </Typography>
      )}
      <UploadFiles owner={owner} job={job} state={state} />
      <SaveBar saving={saving} readOnly={false} back={documentsAddress(entity, owner.id)} />
      <UnsavedGuard dirty={dirty} draft={props.formDraft} />
    </Box>
  );
}

function Message({ onClose, children }: { onClose?(): void; children: ReactNode }) {
  const translate = useTranslate();
  return (
    <Alert severity="error" sx={{ mb: 2 }} closeText={translate('officina.close')} onClose={onClose}>
      {children}
    </Alert>
  );
}

/** A note that replaces the file input until a folder is selected, because every file needs a folder. */
function FolderFirst({ none }: { none: boolean }) {
  const translate = useTranslate();
  return (
    <Box
      role="note"
      sx={{
        p: 3,
        mb: 2,
        textAlign: 'center',
        color: 'text.secondary',
        border: '1px dashed',
        borderColor: 'divider',
        borderRadius: 2,
      }}
    >
      {translate(none ? 'officina.documents.no_folders' : 'officina.documents.folder_first')}
    </Box>
  );
}
