/** The form of an intervention: new, on an asset or for a date from the address; a copy; an existing one. */

import Paper from '@mui/material/Paper';
import { type ReactNode, useMemo, useState } from 'react';
import { useEditContext, useGetOne, useTranslate } from 'react-admin';
import { useNavigate, useParams } from 'react-router';
import { useQuestions } from '../../../resources/acts/useQuestions.tsx';
import { useApplication, usePlantZone } from '../../../resources/context/application.tsx';
import { addressOf } from '../../../resources/context/routes.ts';
import { usePageTitle } from '../../../resources/context/usePageTitle.ts';
import { Failure } from '../../../resources/feedback/Failure.tsx';
import { EditForm } from '../../../resources/form/EditForm.tsx';
import { FormHeader, HistoryButton } from '../../../resources/form/FormHeader.tsx';
import { FormSkeleton } from '../../../resources/form/FormSkeleton.tsx';
import { FormSlotsContext } from '../../../resources/form/FormSlots.ts';
import { StoredRecord, useSaySaved, WHOLE } from '../../../resources/form/RecordFrame.tsx';
import { withFields } from '../../../resources/form/record.ts';
import { todayIn } from '../../../resources/format/plant-time.ts';
import { CreatePage, PAPER_STYLE } from '../../../resources/screens/CreatePage.tsx';
import type { FormPurpose } from '../../../resources/screens/EntityForm.tsx';
import type { SettingOf } from '../../../schemas/access.ts';
import { type EntityOf, routeOf } from '../../../schemas/catalogue.ts';
import { displayOf, type Entity, type Row, type Value } from '../../../schemas/entity.ts';
import { REPORT_NEEDED } from '../../../schemas/results.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { NotifiedWidget, TechnicianWidget } from '../people/PersonWidgets.tsx';
import { reportFace } from '../report/ReportQuestion.tsx';
import { AssetWidget } from './AssetWidget.tsx';
import { Facts } from './Facts.tsx';
import { type FormFacts, FormFactsProvider } from './FormFacts.ts';
import { beginningOf, copyStart, idIn, newStart } from './first-values.ts';
import { plans, useShapedForm } from './form-fields.ts';
import { PlannedWidget } from './PlannedWidget.tsx';
import { ClassWidget, DescriptionWidget, TypeWidget } from './ProposedWidgets.tsx';
import { StateWidget } from './StateWidget.tsx';

interface InterventionFormProps {
  entity: Entity;
  purpose: FormPurpose;
}

const WIDGETS = {
  id_oggetto: AssetWidget,
  id_tipo_guasto: TypeWidget,
  id_stato: StateWidget,
  id_tecnico: TechnicianWidget,
  id_usr_notifica: NotifiedWidget,
  id_classe_intervento: ClassWidget,
  descrizione: DescriptionWidget,
  data_ordine: PlannedWidget,
};

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

interface FormContextProps {
  setting: SettingOf;
  stored?: RowOf<'odl'>;
  /** The name of the original, for a copy. */
  copied?: string;
  children: ReactNode;
}

/** Provides the values that the form's widgets share, and the dialogs for the server's questions. */
function FormContext({ setting, stored, copied, children }: FormContextProps) {
  const translate = useTranslate();
  const { act } = useApplication();
  const [report, agree] = [translate('officina.interventions.form.report'), translate('officina.agree')];
  const { answer, dialog } = useQuestions(act('enter-state'), {
    title: translate('officina.interventions.form.blocked'),
    confirm: agree,
    faces: stored && { [REPORT_NEEDED]: reportFace(stored, report, agree) },
  });
  const id = stored?.id;
  const [memory] = useState<FormFacts['memory']>({ proposals: {} });
  const facts = useMemo(() => ({ setting, id, memory }), [setting, id, memory]);
  const slots = useMemo(
    () => ({
      widgets: WIDGETS,
      answer,
      proposals: memory.proposals,
      ...(copied !== undefined && { query: { idCopia: copied } }),
    }),
    [answer, memory, copied],
  );
  return (
    <FormFactsProvider value={facts}>
      <FormSlotsContext value={slots}>{children}</FormSlotsContext>
      {dialog}
    </FormFactsProvider>
  );
}

/** Returns today as a planned date in the plant's time zone, with the time if the plant uses it. */
function useToday(setting: SettingOf | undefined): string | undefined {
  const application = useApplication();
  const zone = usePlantZone();
  return useMemo(() => {
    if (!setting || !plans(application, setting)) return undefined;
    return setting('OdlConTimestamp') === '1' ? new Date().toISOString() : beginningOf(todayIn(zone));
  }, [application, setting, zone]);
}

/** Sends the date from the address even if the user may not see the field. */
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

/** Goes back one page; a form opened by a link goes to its intervention. */
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
