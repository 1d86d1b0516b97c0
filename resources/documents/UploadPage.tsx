/** The upload page of a record (x-routes.upload). Users select the folder first, and then the files. */

import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useGetOne, useTranslate } from 'react-admin';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { Owner } from '../../dataProvider/documents.ts';
import { having, routeOf } from '../../schemas/catalogue.ts';
import { displayOf, type Entity } from '../../schemas/entity.ts';
import { isRow } from '../../schemas/values.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { listAddress, parametersOf } from '../context/routes.ts';
import { usePageTitle } from '../context/usePageTitle.ts';
import { replacesData } from '../feedback/advice.ts';
import { Failure } from '../feedback/Failure.tsx';
import { Drafted } from '../form/Drafted.tsx';
import { FormHeader } from '../form/FormHeader.tsx';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { ReferencePicker } from '../widgets/ReferencePicker.tsx';
import { documentsAddress, uploadAddress } from './document-routes.ts';
import { UploadForm } from './UploadForm.tsx';
import { useDocuments, useDocumentsEntity } from './useDocuments.ts';

const PAPER_STYLE = { px: { xs: 2, md: 3 }, pt: 3 };

export default function UploadPage({ entity }: { entity: Entity }) {
  const params = useParams();
  const [id, folder] = parametersOf(routeOf(entity, 'upload')).map((name) => params[name]);
  if (id === undefined) return <WhereTo entity={entity} />;
  return <UploadTo key={id} entity={entity} id={id} folder={Number(folder) || undefined} />;
}

interface UploadToProps {
  entity: Entity;
  id: string;
  folder: number | undefined;
}

function UploadTo({ entity, id, folder }: UploadToProps) {
  const language = useLanguage();
  const translate = useTranslate();
  const { state } = useLocation();
  const owner = useMemo((): Owner => ({ resource: entity.resource, id }), [entity, id]);
  const { data: record, error, refetch } = useGetOne(entity.resource, { id, meta: { whole: true } });
  const documents = useDocuments(owner);
  const of = useDocumentsEntity(entity);
  const title = translate('officina.documents.add');
  const name = record && displayOf(entity, record, language);
  usePageTitle(name && `${title}: ${name}`);
  if (error) return <Failure error={error} entity={entity} onRetry={refetch} />;
  if (replacesData(documents.error, documents.data))
    return <Failure error={documents.error} entity={entity} onRetry={documents.refetch} />;
  const stored = documents.data;
  if (!record || !stored) return <FormSkeleton />;
  return (
    <>
      <FormHeader
        entity={entity}
        above={name}
        title={title}
        back={documentsAddress(entity, id)}
        backName={name}
      />
      <Paper variant="outlined" sx={PAPER_STYLE}>
        <Drafted entity={of.name} place={`upload ${entity.resource}/${id}`} about={name}>
          {(formDraft, line) => (
            <>
              {line}
              <UploadForm
                entity={entity}
                owner={owner}
                documents={stored}
                folder={folder}
                cover={isRow(state) && state.cover === true}
                formDraft={formDraft}
              />
            </>
          )}
        </Drafted>
      </Paper>
    </>
  );
}

/** Lets the user choose a record if the address has none. */
function WhereTo({ entity }: { entity: Entity }) {
  const translate = useTranslate();
  const language = useLanguage();
  const navigate = useNavigate();
  const { state } = useLocation();
  const { entities } = useApplication();
  const field = useDocumentsEntity(entity).property(having(entity, 'documents').documents.parent);
  return (
    <>
      <FormHeader
        entity={entity}
        title={translate('officina.documents.add')}
        back={listAddress(entity, entities) ?? '/home'}
      />
      <Paper variant="outlined" sx={{ ...PAPER_STYLE, pb: 3 }}>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {translate('officina.documents.where_to')}
        </Typography>
        <Box sx={{ maxWidth: 480 }}>
          <ReferencePicker
            id="upload-owner"
            field={field}
            label={field.title[language]}
            value={[]}
            onChange={([id]) => {
              const to = uploadAddress(entity, id);
              if (to) navigate(to, { replace: true, state });
            }}
          />
        </Box>
      </Paper>
    </>
  );
}
