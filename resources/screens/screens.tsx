/** The screens of each entity at the addresses of x-routes. Forms load when they are first needed. */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Navigate } from 'react-router';
import type { Access } from '../../schemas/access.ts';
import type { Entity, Text } from '../../schemas/entity.ts';
import { addressOf, listAddress } from '../context/routes.ts';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import type { FormPurpose } from './EntityForm.tsx';

const EntityList = lazy(() => import('./EntityList.tsx'));
const EntityDetail = lazy(() => import('./EntityDetail.tsx'));
const EntityForm = lazy(() => import('./EntityForm.tsx'));
const UploadPage = lazy(() => import('../documents/UploadPage.tsx'));
const DocumentPage = lazy(() => import('../documents/DocumentPage.tsx'));

export interface Screen {
  path: string;
  access: Access;
  /** A text of the schema, or a translation key. */
  title: Text | string;
  element: ReactNode;
  entity: Entity;
}

type Page<Props = object> = ComponentType<{ entity: Entity } & Props>;

/** Pages of an area that replace the generic ones, by entity name. */
export type OwnPages = Record<
  string,
  {
    list?: Page;
    detail?: Page;
    form?: Page<{ purpose: FormPurpose }>;
  }
>;

/** Returns a function that makes one screen of the entity. Without an address it makes none. */
const screenOf =
  (entity: Entity) =>
  (
    path: string | undefined,
    access: Access,
    title: Text | string,
    elementAt: (path: string) => ReactNode,
  ): Screen[] =>
    path === undefined ? [] : [{ path, access, title, entity, element: elementAt(path) }];

const pageOf = (Page: Page, entity: Entity) => (path: string) => (
  <Suspense key={path} fallback={<FormSkeleton />}>
    <Page entity={entity} />
  </Suspense>
);

const listOf = (List: Page, entity: Entity) => (path: string) => (
  <Suspense key={path} fallback={<ListSkeleton />}>
    <List entity={entity} />
  </Suspense>
);

const formOf = (Form: Page<{ purpose: FormPurpose }>, entity: Entity, purpose: FormPurpose) => () => (
  <Suspense key={entity.name + purpose} fallback={<FormSkeleton />}>
    <Form entity={entity} purpose={purpose} />
  </Suspense>
);

function recordScreens(entity: Entity, entities: Entity[], pages: OwnPages): Screen[] {
  const list = listAddress(entity, entities);
  const { detail, form, copy, child } = entity.routes;
  const {
    list: List = EntityList,
    detail: Detail = EntityDetail,
    form: Form = EntityForm,
  } = pages[entity.name] ?? {};
  const { read, create } = entity.access;
  // Without an id, the address of a form creates a record. With one, it shows the record, also to those who only read.
  const creation = form && addressOf(form);
  const creates = entity.calls.includes('create');
  const toList = (path: string) => <Navigate key={path} to={list ?? '/home'} replace />;
  const screen = screenOf(entity);
  return [
    ...screen(list, read, entity.titles, listOf(List, entity)),
    ...screen(detail, read, entity.title, pageOf(Detail, entity)),
    // The address without an id redirects to the list.
    ...(detail === undefined || list === undefined
      ? []
      : screen(addressOf(detail), read, entity.titles, toList)),
    ...screen(creation, create, entity.title, creates ? formOf(Form, entity, 'form') : toList),
    ...screen(form === creation ? undefined : form, read, entity.title, formOf(Form, entity, 'form')),
    ...screen(copy, create, entity.title, formOf(Form, entity, 'copy')),
    ...screen(child, create, entity.title, formOf(Form, entity, 'child')),
  ];
}

/** Returns the pages that upload and change the files of a record. */
function documentScreens(entity: Entity): Screen[] {
  const { upload, document } = entity.routes;
  const { read } = entity.access;
  const screen = screenOf(entity);
  return [
    ...screen(upload, read, 'officina.documents.add', pageOf(UploadPage, entity)),
    ...screen(document, read, 'officina.documents.edit_title', pageOf(DocumentPage, entity)),
  ];
}

export const screensOf = (entities: Entity[], pages: OwnPages = {}): Screen[] =>
  entities.flatMap((entity) => [...recordScreens(entity, entities, pages), ...documentScreens(entity)]);
