/** The form of any entity: new, copy, edit or read-only. An area may add its own tabs. */

import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { type ReactNode, useMemo } from 'react';
import { useEditContext, useGetOne, useTranslate } from 'react-admin';
import { useNavigate, useParams } from 'react-router';
import { idOf, routeOf } from '../../schemas/catalogue.ts';
import { displayOf, type Entity, type Row } from '../../schemas/entity.ts';
import { RecordActs } from '../acts/PlacedActs.tsx';
import { useApplication, useLanguage } from '../context/application.tsx';
import { useOrigin } from '../context/origin.ts';
import { addressOf, parameterOf } from '../context/routes.ts';
import { usePageTitle } from '../context/usePageTitle.ts';
import { useTabsBelow } from '../detail/BelowTabs.tsx';
import { FormTabs, useLinkTabs } from '../detail/LinkTabs.tsx';
import { type DetailTab, useTab } from '../detail/record-tabs.ts';
import { useDocumentsTab } from '../documents/documents-tab.tsx';
import { Failure } from '../feedback/Failure.tsx';
import { ChildList } from '../form/ChildList.tsx';
import { EditForm } from '../form/EditForm.tsx';
import { DeleteButton, FormHeader, HistoryButton } from '../form/FormHeader.tsx';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { useFormSlots } from '../form/FormSlots.ts';
import { PreviousNext } from '../form/PreviousNext.tsx';
import { hasOwnButtons, useBelow } from '../form/parent-record.ts';
import { StoredRecord, useSaySaved, WHOLE } from '../form/RecordFrame.tsx';
import { copyOf } from '../form/record.ts';
import { SaveAbove } from '../form/SaveBar.tsx';
import { WhereExists } from '../form/WhereExists.tsx';
import { type RowRights, rightsOf } from '../list/ListData.ts';
import { CreatePage, FORM_ID, PAPER_STYLE, useBack } from './CreatePage.tsx';
import { ChildPage, PlacedPage } from './PlacedPages.tsx';

/** The purposes of a form: a new or stored record, a copy, or a new row below another of its tree. */
export type FormPurpose = 'form' | 'copy' | 'child';

/** The additions of an area to the page of its entity's form. */
export interface FormSlots<R extends Row = Row> {
  /** The label of the form's own tab. */
  label?: string;
  /** Returns the tabs after the documents. */
  tabs?(record: R): DetailTab[];
  /** Draws an element between the title and the tabs. */
  under?(record: R): ReactNode;
}

interface EntityFormProps<R extends Row> {
  entity: Entity<R>;
  purpose: FormPurpose;
  slots?: FormSlots<R>;
}

export default function EntityForm<R extends Row>({ entity, purpose, slots = {} }: EntityFormProps<R>) {
  const route = routeOf(entity, purpose);
  const id = useParams()[parameterOf(route)];
  if (purpose === 'child') return <ChildPage entity={entity} />;
  if (id === undefined) return <NewPage entity={entity} />;
  if (purpose === 'copy') return <CopyPage key={id} entity={entity} id={id} />;
  return (
    <StoredRecord entity={entity} id={id}>
      <EditPage entity={entity} id={id} slots={slots} />
    </StoredRecord>
  );
}

function NewPage({ entity }: { entity: Entity }) {
  const { above, parent, shape, back } = useBelow(entity);
  if (entity.hierarchy) return <PlacedPage entity={entity} />;
  return (
    <WhereExists entity={above} id={parent}>
      <CreatePage entity={shape} back={back} />
    </WhereExists>
  );
}

function CopyPage({ entity, id }: { entity: Entity; id: string }) {
  const language = useLanguage();
  const { data, error, refetch } = useGetOne(entity.resource, { id, meta: WHOLE });
  const start = useMemo(() => data && copyOf(entity, data), [entity, data]);
  if (error) return <Failure error={error} entity={entity} onRetry={refetch} />;
  return start ? (
    <CreatePage entity={entity} start={start} of={displayOf(entity, data, language)} />
  ) : (
    <FormSkeleton />
  );
}

interface EditPageProps {
  entity: Entity;
  id: string;
  slots: FormSlots;
}

function EditPage({ entity, id, slots }: EditPageProps) {
  const { record, isPending, error, refetch } = useEditContext();
  if (isPending) return <FormSkeleton />;
  if (!record) return <Failure error={error} entity={entity} onRetry={refetch} />;
  return <EditBody entity={entity} id={id} record={record} slots={slots} />;
}

/**
 * Returns the page that opens after a record's form: the page on which it was begun, the record's page, the row above
 * it, or the list. After a deletion, the record's own page no longer exists.
 */
function useLeave(entity: Entity, record: Row): { back: string; backName?: string; list: string } {
  const { back: above } = useBelow(entity, record);
  const list = useBack(entity);
  const begun = useOrigin();
  const { detail } = entity.routes;
  const own = detail && addressOf(detail, idOf(entity, record));
  const isOwn = own !== undefined && begun?.page.split('?')[0] === own;
  return {
    back: begun?.page ?? above ?? own ?? list,
    backName: begun?.name,
    list: (isOwn ? undefined : begun?.page) ?? above ?? list,
  };
}

function EditBody({ entity, id, record, slots }: EditPageProps & { record: Row }) {
  const translate = useTranslate();
  const rights = rightsOf(entity, useApplication()).of(record);
  const language = useLanguage();
  const { back, backName } = useLeave(entity, record);
  const links = useLinkTabs(entity, id, !rights.canEdit);
  const below = useTabsBelow(entity);
  const documents = useDocumentsTab(entity);
  const linked = entity.children.filter(({ tab }) => !tab);
  const name = displayOf(entity, record, language);
  const tabs: DetailTab[] = [
    {
      key: 'dati',
      label: slots.label ?? translate('officina.detail.general'),
      element: <FormPaper entity={entity} record={record} rights={rights} />,
      actions: <FormActions entity={entity} record={record} rights={rights} />,
    },
    ...links,
    ...(entity.routes.detail ? [] : below(record)),
    ...(entity.documents?.tab ? [documents(record)] : []),
    ...(slots.tabs?.(record) ?? []),
  ];
  const [tab, open] = useTab(entity, tabs);
  usePageTitle(`${entity.title[language]}: ${name}`);
  return (
    <>
      <FormHeader
        entity={entity}
        above={entity.title[language]}
        title={name}
        back={back}
        backName={backName}
        readOnly={!rights.canEdit}
      >
        <PreviousNext entity={entity} id={id} />
        {tab.actions}
      </FormHeader>
      {slots.under?.(record)}
      <FormTabs tabs={tabs} tab={tab} onOpen={open} />
      {linked.length > 0 && !entity.routes.detail && (
        <Box sx={{ display: 'grid', gap: 2, mt: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
          {linked.map((child) => (
            <ChildList key={child.path} entity={entity} id={id} child={child} readOnly={!rights.canEdit} />
          ))}
        </Box>
      )}
    </>
  );
}

interface FormPartProps {
  entity: Entity;
  record: Row;
  rights: RowRights;
}

function FormPaper({ entity, record, rights }: FormPartProps) {
  const navigate = useNavigate();
  const saySaved = useSaySaved(entity);
  const { saved: onSaved } = useFormSlots();
  const { back } = useLeave(entity, record);
  const formId = hasOwnButtons(entity, useApplication()) ? FORM_ID : undefined;
  const finish = (saved: Row) => {
    saySaved(saved);
    onSaved?.(saved);
    navigate(back);
  };
  return (
    <Paper variant="outlined" sx={PAPER_STYLE}>
      <EditForm
        entity={entity}
        record={record}
        readOnly={!rights.canEdit}
        back={back}
        formId={formId}
        onSaved={finish}
      />
    </Paper>
  );
}

/** The actions on the record as a whole. */
function FormActions({ entity, record, rights }: FormPartProps) {
  const navigate = useNavigate();
  const { saving } = useEditContext();
  const { list } = useLeave(entity, record);
  const savesAbove = hasOwnButtons(entity, useApplication()) && rights.canEdit;
  return (
    <>
      <RecordActs entity={entity} row={record} place="page" />
      {entity.traits.includes('history') && <HistoryButton entity={entity} record={record} />}
      {rights.canDelete && <DeleteButton entity={entity} record={record} onDone={() => navigate(list)} />}
      {savesAbove && <SaveAbove form={FORM_ID} saving={saving === true} />}
    </>
  );
}
