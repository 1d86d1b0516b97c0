/** The page that changes a document (x-routes.document). */

import Paper from '@mui/material/Paper';
import { useMemo, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { Navigate, useNavigate, useParams } from 'react-router';
import type { Owner } from '../../dataProvider/documents.ts';
import { routeOf } from '../../schemas/catalogue.ts';
import type { Entity } from '../../schemas/entity.ts';
import { useApplication } from '../context/application.tsx';
import { listAddress, parametersOf } from '../context/routes.ts';
import { usePageTitle } from '../context/usePageTitle.ts';
import { replacesData } from '../feedback/advice.ts';
import { Failure } from '../feedback/Failure.tsx';
import { Drafted } from '../form/Drafted.tsx';
import { FormHeader } from '../form/FormHeader.tsx';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { DocumentForm, placeOfDocument } from './DocumentForm.tsx';
import { documentsAddress } from './document-routes.ts';
import { useDocuments, useDocumentsEntity } from './useDocuments.ts';

/**
 * The page. Without a document in the address, it redirects to the record's documents; without a record, to the
 * list.
 */
export default function DocumentPage({ entity }: { entity: Entity }) {
  const { entities } = useApplication();
  const params = useParams();
  const [id, documentId] = parametersOf(routeOf(entity, 'document')).map((name) => params[name]);
  if (!id) return <Navigate to={listAddress(entity, entities) ?? '/home'} replace />;
  if (!documentId) return <Navigate to={documentsAddress(entity, id)} replace />;
  return <DocumentOf entity={entity} id={id} documentId={documentId} />;
}

interface DocumentOfProps {
  entity: Entity;
  id: string;
  documentId: string;
}

function DocumentOf({ entity, id, documentId }: DocumentOfProps) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const dirty = useRef(false);
  const owner = useMemo((): Owner => ({ resource: entity.resource, id }), [entity, id]);
  const { data, error, refetch } = useDocuments(owner);
  const document = data?.documenti.find((row) => String(row.id) === documentId);
  const { name } = useDocumentsEntity(entity);
  const title = translate('officina.documents.edit_title');
  usePageTitle(document && `${title}: ${document.nome_file_originale}`);
  if (replacesData(error, data)) return <Failure error={error} entity={entity} onRetry={refetch} />;
  if (!data) return <FormSkeleton />;
  if (!document) return <Failure error={undefined} entity={entity} />;
  const back = documentsAddress(entity, id);
  return (
    <>
      <FormHeader entity={entity} above={title} title={document.nome_file_originale} back={back} />
      <Paper variant="outlined" sx={{ px: { xs: 2, md: 3 }, pt: 3 }}>
        <Drafted key={document.id} entity={name} place={placeOfDocument(owner, document)} record={document}>
          {(formDraft, line) => (
            <>
              {line}
              <DocumentForm
                entity={entity}
                owner={owner}
                document={document}
                formDraft={formDraft}
                dirty={dirty}
                back={back}
                onDone={() => navigate(back)}
              />
            </>
          )}
        </Drafted>
      </Paper>
    </>
  );
}
