/**
 * The form of a document, on a page or in a dialog. If a colleague has changed the document, it shows a conflict
 * and does not overwrite the change.
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { lazy, type RefObject, Suspense, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { DocumentRow, Owner } from '../../dataProvider/documents.ts';
import type { Entity } from '../../schemas/entity.ts';
import { isImage } from '../../schemas/file-types.ts';
import { useLanguage } from '../context/application.tsx';
import { Opening } from '../feedback/Placeholder.tsx';
import { FileLink } from '../files/FileLink.tsx';
import { FileMark } from '../files/FileMark.tsx';
import { sizeText } from '../files/file-facts.ts';
import type { FormDraft } from '../form/form-draft.ts';
import { type Back, SaveBar } from '../form/SaveBar.tsx';
import { UnsavedGuard } from '../form/UnsavedGuard.tsx';
import { DocumentFields } from './DocumentFields.tsx';
import { draftOf, isUnchanged, rowOf } from './draft.ts';
import { useDocuments, useDocumentsEntity, useMayChange } from './useDocuments.ts';
import { useSaveDocument } from './useSaveDocument.ts';

const ConflictDialog = lazy(() => import('../form/ConflictDialog.tsx'));

interface DocumentFormProps {
  entity: Entity;
  owner: Owner;
  document: DocumentRow;
  formDraft: FormDraft;
  /** True while there are unsaved changes. */
  dirty: RefObject<boolean>;
  back: Back;
  onDone(): void;
}

/** Returns the place of the form, as drafts know it. */
export const placeOfDocument = ({ resource, id }: Owner, document: DocumentRow): string =>
  `document ${resource}/${id}/${document.id}`;

export function DocumentForm(props: DocumentFormProps) {
  const { entity, owner, document: newest, formDraft, dirty, back, onDone } = props;
  const { begun } = formDraft;
  const translate = useTranslate();
  // The document as it was when the form opened, or when the draft was typed. A newer version is a conflict.
  const [document] = useState(() => ({ ...newest, ...begun?.base }));
  const documents = useDocumentsEntity(entity);
  const folders = useDocuments(owner).data?.cartelle ?? [];
  const readOnly = !useMayChange(entity)(document);
  const [draft, setDraft] = useState(() => draftOf(begun?.values ?? document));
  dirty.current = !readOnly && !isUnchanged(document, draft);
  useEffect(
    () => formDraft.hold({ values: rowOf(draft), titles: {} }, document, dirty.current),
    [formDraft, draft, document, dirty],
  );
  const isPicture = isImage(document.content_type);
  const covers = entity.documents?.cover === true && isPicture;
  const done = () => {
    dirty.current = false;
    onDone();
  };
  const saving = useSaveDocument(entity, owner, document, covers, formDraft, done);
  const { refused, conflict } = saving.outcome;
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void saving.save(draft);
      }}
    >
      {readOnly && <Message severity="info">{translate('officina.documents.not_yours')}</Message>}
      {refused && <Message severity="error">{refused.message}</Message>}
      <FileHeading owner={owner} document={document} />
      <DocumentFields
        entity={entity}
        folders={folders}
        draft={draft}
        errors={refused?.errors ?? {}}
        readOnly={readOnly}
        noCover={isPicture ? undefined : translate('officina.documents.cover_no_picture')}
        onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
      />
      <SaveBar saving={saving.saving} readOnly={readOnly} back={back} />
      {conflict && (
        <Suspense fallback={<Opening />}>
          <ConflictDialog
            entity={documents}
            base={document}
            conflict={conflict}
            onSave={saving.saveRow}
            onClose={saving.forget}
          />
        </Suspense>
      )}
      <UnsavedGuard dirty={dirty} draft={formDraft} />
    </Box>
  );
}

const Message = ({ severity, children }: { severity: 'info' | 'error'; children: string }) => (
  <Alert severity={severity} sx={{ mb: 2 }}>
    {children}
  </Alert>
);

/** The file that the form describes. */
function FileHeading({ owner, document }: { owner: Owner; document: DocumentRow }) {
  const language = useLanguage();
  const {
    id,
    nome_file_originale: name,
    content_type: mime,
    dimensione: size,
    url,
    usr_ins: author,
  } = document;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 3 }}>
      <FileMark mime={mime} size={size} url={url} side={48} />
      <Box sx={{ minWidth: 0 }}>
        <FileLink owner={owner} id={id} name={name} />
        <Box sx={{ color: 'text.secondary', typography: 'body2' }}>
          {[author, sizeText(size, language)].filter(Boolean).join(' · ')}
        </Box>
      </Box>
    </Box>
  );
}
