/** The form of any entity: new, copied, changed, or only looked at. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { CreateBase, EditBase, useCreateContext, useEditContext, useGetOne, useTranslate } from 'react-admin';
import { useNavigate, useParams } from 'react-router';
import { displayOf, type Entity, type Row } from '../../schemas/entity.ts';
import { ChildList } from '../form/ChildList.tsx';
import type { Conflict } from '../form/ConflictDialog.tsx';
import { DeleteButton, FormHeader, HistoryButton } from '../form/FormHeader.tsx';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { PreviousNext } from '../form/PreviousNext.tsx';
import { RecordForm } from '../form/RecordForm.tsx';
import { copyOf } from '../form/record.ts';
import { saveAndWait } from '../form/saving.ts';
import { UnsavedGuard } from '../form/UnsavedGuard.tsx';
import { useHouse, useLanguage } from '../House.tsx';
import { rightsOf } from '../list/ListData.ts';
import { RecordActions } from '../RecordActions.tsx';
import { addressOf, listAddress, parameterOf } from '../routes.ts';
import { reasonOf, useSay } from '../say.ts';
import { usePageTitle } from '../usePageTitle.ts';

const ConflictDialog = lazy(() => import('../form/ConflictDialog.tsx'));

/** Read anew each time, under a key of its own: a list's row is not the whole record. */
const WHOLE = { whole: true };
const QUERY = { meta: WHOLE, gcTime: 0, staleTime: Number.POSITIVE_INFINITY };

export type FormPurpose = 'form' | 'copy';

export default function EntityForm({ entity, purpose }: { entity: Entity; purpose: FormPurpose }) {
  const route = entity.routes[purpose]!;
  const id = useParams()[parameterOf(route)];
  if (id === undefined) return <CreatePage entity={entity} />;
  if (purpose === 'copy') return <CopyPage key={id} entity={entity} id={id} />;
  return (
    <EditBase
      key={id}
      resource={entity.resource}
      id={id}
      mutationMode="pessimistic"
      redirect={false}
      disableAuthentication
      queryOptions={{ ...QUERY, onError: () => undefined }}
      mutationOptions={{ meta: WHOLE }}
    >
      <EditPage entity={entity} id={id} />
    </EditBase>
  );
}

const useBack = (entity: Entity): string => listAddress(entity, useHouse().entities) ?? '/home';

function CopyPage({ entity, id }: { entity: Entity; id: string }) {
  const { data, error } = useGetOne(entity.resource, { id, meta: WHOLE });
  const start = useMemo(() => data && copyOf(entity, data), [entity, data]);
  if (error) return <Missing reason={reasonOf(error)} />;
  return start ? (
    <CreatePage entity={entity} start={start} of={displayOf(entity, data as Row)} />
  ) : (
    <FormSkeleton />
  );
}

interface CreatePageProps {
  entity: Entity;
  start?: Row;
  /** The name of the record copied. */
  of?: string;
}

function CreatePage(props: CreatePageProps) {
  return (
    <CreateBase resource={props.entity.resource} redirect={false} disableAuthentication>
      <CreateBody {...props} />
    </CreateBase>
  );
}

function CreateBody({ entity, start, of }: CreatePageProps) {
  const { save, saving } = useCreateContext();
  const translate = useTranslate();
  const language = useLanguage();
  const finish = useFinish(entity);
  const back = useBack(entity);
  const dirty = useRef(false);
  const title = of
    ? translate('officina.form.copy', { name: of })
    : translate('officina.form.create', { name: entity.title[language] });
  usePageTitle(title);
  const keep = async (record: Row) => {
    const { saved, refused } = await saveAndWait(save, record);
    if (!saved) return refused;
    dirty.current = false;
    // What hangs on a record can be linked only now that it exists.
    finish(saved, entity.children.length > 0 ? addressOf(entity.routes.form!, saved.id) : back);
  };
  return (
    <>
      <FormHeader entity={entity} above={of && entity.title[language]} title={title} back={back} />
      <Paper variant="outlined" sx={{ px: { xs: 2, md: 3 }, pt: 3 }}>
        <RecordForm
          entity={entity}
          mode="create"
          stored={undefined}
          start={start}
          back={back}
          saving={saving === true}
          dirty={dirty}
          onSave={keep}
        />
      </Paper>
      <UnsavedGuard dirty={dirty} />
    </>
  );
}

function useFinish(entity: Entity) {
  const navigate = useNavigate();
  const say = useSay();
  const language = useLanguage();
  return (saved: Row, to: string) => {
    say('officina.form.saved', 'success', { name: displayOf(entity, saved) || entity.title[language] });
    navigate(to);
  };
}

function EditPage({ entity, id }: { entity: Entity; id: string }) {
  const { record, isPending, error } = useEditContext();
  if (isPending) return <FormSkeleton />;
  if (!record) return <Missing reason={error ? reasonOf(error) : ''} />;
  return <EditBody key={String(record.versione)} entity={entity} id={id} record={record} />;
}

function EditBody({ entity, id, record }: { entity: Entity; id: string; record: Row }) {
  const { save, saving } = useEditContext();
  const rights = rightsOf(entity, useHouse()).of(record);
  const navigate = useNavigate();
  const finish = useFinish(entity);
  const back = useBack(entity);
  const dirty = useRef(false);
  const [conflict, setConflict] = useState<Conflict>();
  const language = useLanguage();
  const name = displayOf(entity, record);
  usePageTitle(`${entity.title[language]}: ${name}`);
  const keep = async (typed: Row) => {
    const outcome = await saveAndWait(save, typed);
    setConflict(outcome.conflict);
    if (!outcome.saved) return outcome.refused;
    dirty.current = false;
    finish(outcome.saved, back);
  };
  return (
    <>
      <FormHeader
        entity={entity}
        above={entity.title[language]}
        title={name}
        back={back}
        readOnly={!rights.canEdit}
      >
        <PreviousNext entity={entity} id={id} />
        <RecordActions entity={entity} row={record} over="form" />
        {entity.traits.includes('history') && <HistoryButton entity={entity} record={record} />}
        {rights.canDelete && <DeleteButton entity={entity} record={record} onDone={() => navigate(back)} />}
      </FormHeader>
      <Paper variant="outlined" sx={{ px: { xs: 2, md: 3 }, pt: 3 }}>
        <RecordForm
          entity={entity}
          mode={rights.canEdit ? 'edit' : 'view'}
          stored={record}
          back={back}
          saving={saving === true}
          dirty={dirty}
          onSave={keep}
        />
      </Paper>
      {entity.children.length > 0 && (
        <Box sx={{ display: 'grid', gap: 2, mt: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
          {entity.children.map((child) => (
            <ChildList key={child.path} entity={entity} id={id} child={child} readOnly={!rights.canEdit} />
          ))}
        </Box>
      )}
      {conflict && (
        <Suspense fallback={null}>
          <ConflictDialog
            entity={entity}
            base={record}
            conflict={conflict}
            onSave={keep}
            onClose={() => setConflict(undefined)}
          />
        </Suspense>
      )}
      <UnsavedGuard dirty={dirty} />
    </>
  );
}

function Missing({ reason }: { reason: string }) {
  const translate = useTranslate();
  return (
    <Alert severity="warning" sx={{ mt: 2 }}>
      {translate('officina.form.missing')}. {reason}
    </Alert>
  );
}
