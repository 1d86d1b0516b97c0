/** All pages of signed-in users: address, access and component. */

import { lazy, type ReactNode, Suspense } from 'react';
import { beginRead } from '../dataProvider/first-reads.ts';
import { onceInReach } from '../dataProvider/network.ts';
import type { SessionUser } from '../dataProvider/session.ts';
import { ApplicationProvider } from '../resources/context/application.tsx';
import { addressOf } from '../resources/context/routes.ts';
import { FormSkeleton } from '../resources/form/FormSkeleton.tsx';
import { ListPickerContext } from '../resources/hierarchy/list-picker.ts';
import { TreePickerContext } from '../resources/hierarchy/tree-picker.ts';
import { ListSkeleton } from '../resources/list/ListSkeleton.tsx';
import { type OwnPages, screensOf } from '../resources/screens/screens.tsx';
import { routeOf } from '../schemas/catalogue.ts';
import { ALL_CLASSES } from '../schemas/custom-fields.ts';
import type { Entity } from '../schemas/entity.ts';
import { AssetWithoutId } from './assets/AssetWithoutId.tsx';
import { ADD_RECOMMENDED, ASSET_WITHOUT_ID } from './assets/asset-routes.ts';
import { Foundations } from './frame/Foundations.tsx';
import { askSettings, type Plant, usePlant } from './frame/plant-data.ts';
import type { PageRoute } from './frame/screens.ts';
import { ADMINS, RELIABILITY, STAFF, SUPER_ADMIN } from './frame/screens.ts';
import { HomePage } from './home/HomePage.tsx';
import { ApiPage } from './information/ApiPage.tsx';
import { ChangesPage } from './information/ChangesPage.tsx';
import { LicencePage } from './information/LicencePage.tsx';
import {
  LIST_BY_STATE,
  LIST_COLUMNS,
  OPEN_ON_ASSET,
  OPEN_ON_DAY,
  REPORT_FAULT,
} from './interventions/intervention-routes.ts';
import { ADDRESSES as DIALOG_ADDRESSES } from './interventions/tabs/tab-dialogs.ts';
import { place } from './session/page-address.ts';

const INTERVENTIONS = '/conf-odl';

const HierarchyPicker = lazy(() => import('../resources/hierarchy/HierarchyPicker.tsx'));
const ListPicker = lazy(() => import('../resources/hierarchy/ListPicker.tsx'));
const AccountPage = lazy(() => import('./account/AccountPage.tsx'));
const AssetPage = lazy(() => import('./assets/AssetPage.tsx'));
const AddRecommendedPage = lazy(() => import('./assets/AddRecommendedPage.tsx'));
const loadInterventionList = () => import('./interventions/list/InterventionList.tsx');
const InterventionList = lazy(loadInterventionList);
const InterventionForm = lazy(() => import('./interventions/form/InterventionForm.tsx'));
const FaultPage = lazy(() => import('./interventions/fault/FaultPage.tsx'));
const InterventionPage = lazy(() => import('./interventions/work/DetailPage.tsx'));
/** It draws nothing, so a page goes on without its code. */
const TakeAlong = lazy(async () => {
  const code = await onceInReach(() => import('./interventions/work/TakeAlong.tsx'));
  return code ?? { default: () => null };
});
const InterventionDialogPage = lazy(() => import('./interventions/page/AddressPage.tsx'));
const CalendarPage = lazy(() => import('./interventions/calendar/CalendarPage.tsx'));
const OutboxPage = lazy(() => import('./mail/OutboxPage.tsx'));
const HeldActsPage = lazy(() => import('./account/HeldActsPage.tsx'));
const MailPage = lazy(() => import('./mail/MailPage.tsx'));
const SettingsPage = lazy(() => import('./sign-on/SettingsPage.tsx'));
const SettingForm = lazy(() => import('./mail/SettingForm.tsx'));
const TemplateList = lazy(() => import('./mail/TemplateList.tsx'));
const TemplateForm = lazy(() => import('./mail/TemplateForm.tsx'));
const ReliabilityPage = lazy(() => import('./reliability/ReliabilityPage.tsx'));
const ScheduleList = lazy(() => import('./schedules/ScheduleList.tsx'));
const SchedulePage = lazy(() => import('./schedules/SchedulePage.tsx'));
const MaintenanceForm = lazy(() => import('./schedules/MaintenanceForm.tsx'));
const AssetPlan = lazy(() => import('./schedules/AssetPlan.tsx'));
const PartsPage = lazy(() => import('./stock/PartsPage.tsx'));
const PartPage = lazy(() => import('./stock/PartPage.tsx'));
const WarehousePage = lazy(() => import('./stock/WarehousePage.tsx'));
const LocationPage = lazy(() => import('./stock/LocationPage.tsx'));

// The list that most users open is requested while the schemas are still on their way, with what it needs before its rows.
void loadInterventionList().catch(() => undefined);
if (place.path() === INTERVENTIONS)
  for (const path of [LIST_COLUMNS, `/odl/template/${ALL_CLASSES}`]) beginRead(path);

/** The page of an asset with its maintenance plan. */
const PlannedAsset = ({ entity }: { entity: Entity }) => <AssetPage entity={entity} Plan={AssetPlan} />;

/** Pages that replace the generic pages of an entity. */
const PAGES: OwnPages = {
  asset: { detail: PlannedAsset },
  intervention: { list: InterventionList, detail: InterventionPage, form: InterventionForm },
  'mail-template': { list: TemplateList, form: TemplateForm },
  setting: { list: SettingsPage, form: SettingForm },
  'held-acts': { detail: HeldActsPage },
  'outgoing-mail': { list: OutboxPage, detail: MailPage },
  schedule: { list: ScheduleList, form: SchedulePage },
  maintenance: { form: MaintenanceForm },
  'spare-part': { list: PartsPage, detail: PartPage },
  warehouse: { detail: WarehousePage },
};

/** A page that looks like a form until it is loaded. */
const asForm = (page: ReactNode) => <Suspense fallback={<FormSkeleton />}>{page}</Suspense>;

const pageRoutesOf = (entities: Entity[]): PageRoute[] => [
  { path: '/home', access: 'session', title: 'officina.menu.home', element: <HomePage /> },
  {
    path: '/account',
    access: 'session',
    title: 'officina.account.title',
    element: asForm(<AccountPage />),
  },
  { path: '/info', access: ADMINS, title: 'officina.user.licence', element: <LicencePage /> },
  { path: '/history', access: ADMINS, title: 'officina.user.history', element: <ChangesPage /> },
  { path: '/api-description', access: SUPER_ADMIN, title: 'officina.user.api', element: <ApiPage /> },
  {
    path: '/mtbf-mttr',
    access: RELIABILITY,
    title: 'officina.reliability.title',
    menu: { group: 'interventions', order: 3, icon: 'insights' },
    element: asForm(<ReliabilityPage />),
  },
  { path: ASSET_WITHOUT_ID, access: 'session', title: 'officina.assets.object', element: <AssetWithoutId /> },
  {
    path: ADD_RECOMMENDED,
    access: ADMINS,
    title: 'officina.assets.add_recommended',
    element: asForm(<AddRecommendedPage />),
  },
  {
    path: '/dettaglio-magazzino/:idMagazzino/upd-ubicazione/:idUbicazione?',
    access: STAFF,
    title: 'officina.stock.location',
    element: asForm(<LocationPage />),
  },
  {
    path: '/calendario',
    access: 'session',
    title: 'officina.calendar.menu',
    menu: { group: 'interventions', order: 1, icon: 'event' },
    onPhone: 'VisCalendarMobile',
    element: (
      <Suspense fallback={<ListSkeleton />}>
        <CalendarPage />
      </Suspense>
    ),
  },
  ...interventionRoutes(entities),
  ...dialogRoutes(),
  ...screensOf(entities, PAGES),
];

/** Returns the addresses that open a dialog over the page of an intervention. */
const dialogRoutes = (): PageRoute[] =>
  DIALOG_ADDRESSES.map(({ path, tab, opens, title }) => ({
    path,
    access: tab === 'costi' || tab === 'commenti' ? 'session' : STAFF,
    title: `officina.interventions.detail.${title}`,
    element: (
      <Suspense key={path} fallback={<FormSkeleton />}>
        <InterventionDialogPage tab={tab} opens={opens} />
      </Suspense>
    ),
  }));

/** Returns the list of one state, and the form of a new intervention: from the menu, for an asset, for a date. */
function interventionRoutes(entities: Entity[]): PageRoute[] {
  const entity = entities.find(({ name }) => name === 'intervention');
  if (!entity) return [];
  const formRoute = (path: string, title = 'officina.interventions.form.create'): PageRoute => ({
    path,
    access: entity.access.create,
    title,
    entity,
    element: (
      <Suspense key={path} fallback={<FormSkeleton />}>
        <InterventionForm entity={entity} purpose="form" />
      </Suspense>
    ),
  });
  const menu = { group: 'interventions', order: 4, icon: 'description' };
  const byState: PageRoute = {
    path: LIST_BY_STATE,
    access: entity.access.read,
    title: entity.titles,
    entity,
    element: (
      <Suspense key={LIST_BY_STATE} fallback={<ListSkeleton />}>
        <InterventionList entity={entity} />
      </Suspense>
    ),
  };
  return [
    byState,
    { ...formRoute(addressOf(routeOf(entity, 'form')), 'officina.interventions.form.menu'), menu },
    ...[OPEN_ON_ASSET, OPEN_ON_DAY].map((path) => formRoute(path)),
    {
      path: REPORT_FAULT,
      access: entity.access.create,
      title: 'officina.fault.title',
      entity,
      element: asForm(<FaultPage entity={entity} />),
    },
  ];
}

export default function Application({ user }: { user: SessionUser }) {
  const plant = usePlant(user);
  return (
    <ApplicationProvider
      entities={plant.entities}
      acts={plant.acts}
      person={plant.person}
      setting={plant.setting}
      askSettings={askSettings}
    >
      <TreePickerContext value={HierarchyPicker}>
        <ListPickerContext value={ListPicker}>
          {/* Other schemas than those of the device have other pages and forms. */}
          <Foundations
            key={plant.schemas}
            plant={plant}
            user={user}
            routes={routesFor(plant)}
            background={<TakeAlong />}
          />
        </ListPickerContext>
      </TreePickerContext>
    </ApplicationProvider>
  );
}

const cached = new WeakMap<Plant, PageRoute[]>();

/** Returns the same routes for the same plant, so that a new render remounts no page. */
function routesFor(plant: Plant): PageRoute[] {
  const routes = cached.get(plant) ?? pageRoutesOf(plant.entities);
  cached.set(plant, routes);
  return routes;
}
