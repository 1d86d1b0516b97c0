/** The form of an intervention: a new one (also for an asset or a date in the address), a copy, or an existing one. */

import Paper from '@mui/material/Paper';
import { useMemo } from 'react';
import { useEditContext, useGetOne, useTranslate } from 'react-admin';
import { useNavigate, useParams } from 'react-router';
import { addressOf } from '../../../resources/context/routes.ts';
import { usePageTitle } from '../../../resources/context/usePageTitle.ts';
import { Failure } from '../../../resources/feedback/Failure.tsx';
import { EditForm } from '../../../resources/form/EditForm.tsx';
import { FormHeader, HistoryButton } from '../../../resources/form/FormHeader.tsx';
import { FormSkeleton } from '../../../resources/form/FormSkeleton.tsx';
import { StoredRecord, useSaySaved, WHOLE } from '../../../resources/form/RecordFrame.tsx';
import { withFields } from '../../../resources/form/record.ts';
import { CreatePage, PAPER_STYLE } from '../../../resources/screens/CreatePage.tsx';
import type { FormPurpose } from '../../../resources/screens/EntityForm.tsx';
import { type EntityOf, routeOf } from '../../../schemas/catalogue.ts';
import { displayOf, type Entity, type Row, type Value } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { Facts } from './Facts.tsx';
import { FormContext, useToday } from './FormContext.tsx';
import { copyStart, idIn, newStart } from './first-values.ts';
import { useShapedForm } from './form-fields.ts';

interface InterventionFormProps {
  entity: Entity;
  purpose: FormPurpose;
}

export default function InterventionForm({ entity, purpose }: InterventionFormProps) {
  const { id, idCopia } = useParams();
  if (purpose === 'copy' && idCopia !== undefined)
    return <CopyPage key={idCopia} entity={entity} id={idCopia} />;
  if (purpose !== 'form' || id === undefined) return <NewIntervention entity={entity} />;
  return (
    <StoredRecord key={id} entity={entity} id={id}>
      <StoredPage entity={entity} />
    </StoredRecord>
  );
}

/** Returns the form that sends the date from the address, even if the user may not see the field. */
const withDay = (shape: Entity, start: Row): Entity =>
  withFields(shape, ({ name, hidden }) =>
    name === 'data_ordine' && hidden ? { default: start.data_ordine as Value } : undefined,
  );

/** Limits the choice of assets to the class in the address. */
const withClass = (shape: Entity, idClasse: string | undefined): Entity =>
  idIn(idClasse) === undefined
    ? shape
    : withFields(shape, ({ name }) =>
        name === 'id_oggetto' ? { choicesFrom: `oggetto?idClasse=${idClasse}` } : undefined,
      );

export function NewIntervention({ entity }: { entity: Entity }) {
  const translate = useTranslate();
  const parameters = useParams();
  const { idClasse, idOggetto, dataPrevista } = parameters;
  const shaped = useShapedForm(entity, 'create');
  const today = useToday(shaped?.setting);
  const start = useMemo(
    () => newStart(entity, { parameters: { idOggetto, dataPrevista }, today }),
    [entity, idOggetto, dataPrevista, today],
  );
  const shape = useMemo(
    () => shaped && withClass(withDay(shaped.shape, start), idOggetto ? undefined : idClasse),
    [shaped, start, idClasse, idOggetto],
  );
  if (!shaped || !shape) return <FormSkeleton />;
  return (
    <FormContext key={`${idClasse}/${idOggetto}/${dataPrevista}`} setting={shaped.setting}>
      <CreatePage entity={shape} start={start} title={translate('officina.interventions.form.create')} />
    </FormContext>
  );
}

function CopyPage({ entity, id }: { entity: Entity; id: string }) {
  const translate = useTranslate();
  const shaped = useShapedForm(entity, 'copy');
  const today = useToday(shaped?.setting);
  const { data, error, refetch } = useGetOne(entity.resource, { id, meta: WHOLE });
  const start = useMemo(() => data && copyStart(entity, data, today), [entity, data, today]);
  if (error) return <Failure error={error} entity={entity} onRetry={refetch} />;
  if (!start || !shaped) return <FormSkeleton />;
  return (
    <FormContext setting={shaped.setting} copied={id}>
      <CreatePage
        entity={shaped.shape}
        start={start}
        of={displayOf(entity, data)}
        title={translate('officina.interventions.form.copy')}
      />
    </FormContext>
  );
}

function StoredPage({ entity }: { entity: Entity }) {
  const { record, isPending, error, refetch } = useEditContext();
  const shaped = useShapedForm(entity, 'edit');
  if (!isPending && !record) return <Failure error={error} entity={entity} onRetry={refetch} />;
  if (!record || !shaped) return <FormSkeleton />;
  return (
    <FormContext key={String(record.versione)} setting={shaped.setting} stored={record}>
      <EditPage entity={shaped.shape} record={record} />
    </FormContext>
  );
}

/** Returns a function that goes back one page. A form that was opened by a link goes to its intervention. */
function useLeave(page: string): () => void {
  const navigate = useNavigate();
  return () => ((history.state?.idx ?? 0) > 0 ? navigate(-1) : navigate(page));
}

function EditPage({ entity, record }: { entity: EntityOf<'odl'>; record: RowOf<'odl'> }) {
  const translate = useTranslate();
  const saySaved = useSaySaved(entity);
  const page = addressOf(routeOf(entity, 'detail'), record.id);
  const leave = useLeave(page);
  const title = translate('officina.interventions.form.edit');
  const readOnly = record.modificabile !== 1;
  usePageTitle(`${title}: ${displayOf(entity, record)}`);
  return (
    <>
      <FormHeader
        entity={entity}
        above={displayOf(entity, record)}
        title={title}
        back={page}
        readOnly={readOnly}
      >
        <HistoryButton entity={entity} record={record} />
      </FormHeader>
      <Facts entity={entity} record={record} />
      <Paper variant="outlined" sx={PAPER_STYLE}>
        <EditForm
          entity={entity}
          record={record}
          readOnly={readOnly}
          back={leave}
          onSaved={(saved) => {
            saySaved(saved);
            leave();
          }}
        />
      </Paper>
    </>
  );
}
