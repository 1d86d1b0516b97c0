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

/** Pages of an area that replace the generic ones, by entity name. */
export type OwnPages = Record<
  string,
  {
    list?: ComponentType<{ entity: Entity }>;
    detail?: ComponentType<{ entity: Entity }>;
    form?: ComponentType<{ entity: Entity; purpose: FormPurpose }>;
  }
>;

function screensOfOne(entity: Entity, entities: Entity[], pages: OwnPages): Screen[] {
  const list = listAddress(entity, entities);
  const { detail, form, copy, child } = entity.routes;
  const {
    list: List = EntityList,
    detail: Detail = EntityDetail,
    form: Form = EntityForm,
  } = pages[entity.name] ?? {};
  const { read, write } = entity.access;
  // A form without an id in its address only creates.
  const formAccess = form?.includes('/:') ? read : write;
  const rows: (Screen | undefined)[] = [
    list === undefined
      ? undefined
      : {
          path: list,
          access: read,
          title: entity.titles,
          entity,
          element: (
            <Suspense key={list} fallback={<ListSkeleton />}>
              <List entity={entity} />
            </Suspense>
          ),
        },
    detail === undefined
      ? undefined
      : {
          path: detail,
          access: read,
          title: entity.title,
          entity,
          element: (
            <Suspense key={detail} fallback={<FormSkeleton />}>
              <Detail entity={entity} />
            </Suspense>
          ),
        },
    // The address without an id redirects to the list.
    detail === undefined || list === undefined
      ? undefined
      : {
          path: addressOf(detail),
          access: read,
          title: entity.titles,
          entity,
          element: <Navigate key={detail} to={list} replace />,
        },
    form === undefined
      ? undefined
      : {
          path: form,
          access: formAccess,
          title: entity.title,
          entity,
          element: formOf(entity, 'form', Form),
        },
    copy === undefined
      ? undefined
      : { path: copy, access: write, title: entity.title, entity, element: formOf(entity, 'copy', Form) },
    child === undefined
      ? undefined
      : { path: child, access: write, title: entity.title, entity, element: formOf(entity, 'child', Form) },
  ];
  return rows.filter((row) => row !== undefined);
}

const formOf = (
  entity: Entity,
  purpose: FormPurpose,
  Form: ComponentType<{ entity: Entity; purpose: FormPurpose }>,
): ReactNode => (
  <Suspense key={entity.name + purpose} fallback={<FormSkeleton />}>
    <Form entity={entity} purpose={purpose} />
  </Suspense>
);

/** Returns the pages that upload and change the files of a record. */
function documentScreens(entity: Entity): Screen[] {
  const { upload, document } = entity.routes;
  const page = (
    path: string | undefined,
    title: string,
    Page: ComponentType<{ entity: Entity }>,
  ): Screen[] =>
    path === undefined
      ? []
      : [
          {
            path,
            access: entity.access.read,
            title,
            entity,
            element: (
              <Suspense key={path} fallback={<FormSkeleton />}>
                <Page entity={entity} />
              </Suspense>
            ),
          },
        ];
  return [
    ...page(upload, 'officina.documents.add', UploadPage),
    ...page(document, 'officina.documents.edit_title', DocumentPage),
  ];
}

export const screensOf = (entities: Entity[], pages: OwnPages = {}): Screen[] =>
  entities.flatMap((entity) => [...screensOfOne(entity, entities, pages), ...documentScreens(entity)]);
