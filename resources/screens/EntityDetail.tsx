/** The page of a record: its sheet and tabs with related data. An area may add its own tabs and actions. */

import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import EditIcon from '@mui/icons-material/EditOutlined';
import ChildIcon from '@mui/icons-material/SubdirectoryArrowRight';
import Box from '@mui/material/Box';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useGetOne, useTranslate } from 'react-admin';
import { useNavigate, useParams } from 'react-router';
import { idOf, routeOf } from '../../schemas/catalogue.ts';
import { displayOf, type Entity, type Row } from '../../schemas/entity.ts';
import { actsAt } from '../acts/offered-acts.ts';
import { RecordActs } from '../acts/PlacedActs.tsx';
import { useApplication, useLanguage } from '../context/application.tsx';
import { FROM_DEVICE } from '../context/device-first.ts';
import { type Origin, OriginContext } from '../context/origin.ts';
import { addressOf, listAddress, parameterOf } from '../context/routes.ts';
import { usePageTitle } from '../context/usePageTitle.ts';
import { useTabsBelow } from '../detail/BelowTabs.tsx';
import { RecordSheet } from '../detail/RecordSheet.tsx';
import { type DetailTab, useTab } from '../detail/record-tabs.ts';
import { TabStrip } from '../detail/TabStrip.tsx';
import { CoverImage } from '../documents/CoverImage.tsx';
import { useDocumentsTab } from '../documents/documents-tab.tsx';
import { replacesData } from '../feedback/advice.ts';
import { Failure } from '../feedback/Failure.tsx';
import { DeleteButton, FormHeader, HeaderLink, HistoryButton } from '../form/FormHeader.tsx';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { PreviousNext } from '../form/PreviousNext.tsx';
import { STRUCTURE_TAB } from '../hierarchy/nodes.ts';
import { Way } from '../hierarchy/Way.tsx';
import { rightsOf } from '../list/ListData.ts';
import { LiveNotice } from '../live/LiveNotice.tsx';
import { QrButton } from '../qr/QrButton.tsx';

const EmbeddedList = lazy(() => import('../detail/EmbeddedList.tsx'));
const StructureTab = lazy(() => import('../hierarchy/StructureTab.tsx'));

export interface DetailProps<R extends Row = Row> {
  entity: Entity<R>;
  /** Returns the tabs between the record's sheet, which is first, and the documents. */
  before?(record: R): DetailTab[];
  /** Returns the tabs after the documents. */
  tabs?(record: R): DetailTab[];
  /** Returns further buttons in the header, for every tab. */
  actions?(record: R): ReactNode;
  /** Draws an element before the sheet. */
  first?(record: R): ReactNode;
  /** Draws an element next to the sheet; by default the cover image. */
  aside?(record: R): ReactNode;
  /** Whether that element is below the sheet on a phone, and not above it. */
  asideLast?: boolean;
  /** Draws an element above the title, such as the path to the record. */
  above?(record: R): ReactNode;
  /** Draws an element between the title and the tabs, such as the record's state. */
  under?(record: R): ReactNode;
  /** Draws an element at the bottom of the page, for every tab. */
  foot?(record: R): ReactNode;
  /** Returns the actions that the user may perform on this record; by default all, with the right to write. */
  allowed?(record: R): Allowed;
  /** A hook that returns the version to draw: an earlier one, or none until all data of the page are loaded. */
  useDrawn?(record: R): R | undefined;
}

export interface Allowed {
  edit: boolean;
  copy: boolean;
}

const BOTH: Allowed = { edit: true, copy: true };

export default function EntityDetail<R extends Row>(props: DetailProps<R>) {
  const { entity } = props;
  const id = useParams()[parameterOf(routeOf(entity, 'detail'))];
  const { data, error, refetch } = useGetOne(
    entity.resource,
    { id, meta: { whole: true } },
    { enabled: id !== undefined, ...FROM_DEVICE },
  );
  if (replacesData(error, data)) return <Failure error={error} entity={entity} onRetry={refetch} />;
  return data ? <Loaded key={id} {...props} record={data as R} /> : <FormSkeleton />;
}

const asLoaded = <R extends Row>(record: R): R => record;

function Loaded<R extends Row>({ useDrawn = asLoaded, ...props }: DetailProps<R> & { record: R }) {
  const drawn = useDrawn(props.record);
  return drawn ? <DetailBody {...props} record={drawn} /> : <FormSkeleton />;
}

/** Names the page, for the browser's tab and for the forms that are begun on it. */
function useHere(entity: Entity, record: Row, tab: DetailTab): Origin {
  const language = useLanguage();
  const name = displayOf(entity, record, language);
  const page = `${addressOf(routeOf(entity, 'detail'), idOf(entity, record))}?tab=${tab.key}`;
  usePageTitle(`${entity.title[language]}: ${name}`);
  return useMemo(() => ({ page, name }), [page, name]);
}

function DetailBody<R extends Row>({ record, ...props }: DetailProps<R> & { record: R }) {
  const { entity, before, tabs, actions, first, aside, asideLast, above, under, foot, allowed } = props;
  const translate = useTranslate();
  const language = useLanguage();
  const { entities } = useApplication();
  const name = displayOf(entity, record, language);
  const cover = entity.documents?.cover && <CoverImage entity={entity} id={idOf(entity, record)} />;
  const sheet: DetailTab = {
    key: 'generali',
    label: translate('officina.detail.general'),
    element: (
      <>
        {first && <Box sx={{ mb: 2 }}>{first(record)}</Box>}
        <RecordSheet entity={entity} record={record} aside={aside?.(record) ?? cover} asideLast={asideLast} />
      </>
    ),
  };
  const documents = useDocumentsTab(entity);
  const rowTabs = useRowTabs(entity, record);
  const below = useTabsBelow(entity);
  const all = [
    sheet,
    ...(entity.hierarchy ? [structureOf(entity, record, translate)] : []),
    ...rowTabs,
    ...below(record),
    ...(before?.(record) ?? []),
    ...(entity.documents ? [documents(record)] : []),
    ...(tabs?.(record) ?? []),
  ];
  const [tab, open] = useTab(entity, all, record);
  const origin = useHere(entity, record, tab);
  return (
    <OriginContext value={origin}>
      {entity.hierarchy && <Way entity={entity} record={record} />}
      {above?.(record)}
      <FormHeader
        entity={entity}
        above={entity.title[language]}
        title={name}
        back={listAddress(entity, entities) ?? '/home'}
      >
        <PreviousNext entity={entity} id={String(record[entity.id])} />
        {tab.actions}
        <SheetActions
          entity={entity}
          record={record}
          more={actions?.(record)}
          allowed={allowed?.(record) ?? BOTH}
        />
      </FormHeader>
      <LiveNotice entity={entity} record={record} />
      {under?.(record)}
      <TabStrip tabs={all} tab={tab} onOpen={open} panel="tab-panel" />
      <Box role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab.key}`}>
        {tab.element}
      </Box>
      {foot?.(record)}
    </OriginContext>
  );
}

const structureOf = (entity: Entity, record: Row, translate: ReturnType<typeof useTranslate>): DetailTab => ({
  key: STRUCTURE_TAB,
  label: translate('officina.list.tree'),
  element: (
    <Suspense fallback={<FormSkeleton />}>
      <StructureTab entity={entity} record={record} />
    </Suspense>
  ),
});

/** Returns tabs with rows of the record (x-children with tab). Linked rows are next to the form instead. */
function useRowTabs(entity: Entity, record: Row): DetailTab[] {
  const translate = useTranslate();
  const language = useLanguage();
  const application = useApplication();
  const { byName } = application;
  return entity.children.flatMap(({ path, tab, key, parent, entity: name }) => {
    const rows = byName.get(name);
    if (!tab || key || !rows) return [];
    const from = `/${entity.resource}/${encodeURIComponent(idOf(entity, record))}/${path}/`;
    return {
      key: path,
      label: rows.titles[language],
      element: (
        <Suspense key={path} fallback={<FormSkeleton />}>
          <EmbeddedList
            entity={rows}
            from={from}
            without={[parent]}
            actions={
              actsAt(application, rows, 'row').length > 0
                ? (row) => <RecordActs entity={rows} row={row} place="row" />
                : undefined
            }
            hint={rows.empty?.[language] ?? translate('officina.detail.no_rows')}
          />
        </Suspense>
      ),
    };
  });
}

interface SheetActionsProps {
  entity: Entity;
  record: Row;
  more: ReactNode;
  allowed: Allowed;
}

/** The actions on the record that the user may perform. */
function SheetActions({ entity, record, more, allowed }: SheetActionsProps) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const application = useApplication();
  const language = useLanguage();
  const { form, copy, child, canEdit, canDelete } = rightsOf(entity, application).of(record);
  return (
    <>
      {more}
      {child && (
        <HeaderLink
          to={child}
          label={entity.hierarchy?.add?.[language] ?? translate('officina.list.child')}
          startIcon={<ChildIcon />}
        />
      )}
      {typeof form === 'string' && canEdit && allowed.edit && (
        <HeaderLink to={form} label={translate('officina.list.edit')} startIcon={<EditIcon />} />
      )}
      {copy && allowed.copy && (
        <HeaderLink to={copy} label={translate('officina.list.copy')} startIcon={<ContentCopyIcon />} />
      )}
      <QrButton entity={entity} record={record} />
      <RecordActs entity={entity} row={record} place="page" />
      {entity.traits.includes('history') && <HistoryButton entity={entity} record={record} />}
      {canDelete && (
        <DeleteButton
          entity={entity}
          record={record}
          onDone={() => navigate(listAddress(entity, application.entities) ?? '/home')}
        />
      )}
    </>
  );
}
