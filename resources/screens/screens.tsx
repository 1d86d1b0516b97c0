/** Entity -> screens, at the addresses of x-routes. The forms come when they are first needed. */
import { lazy, type ReactNode, Suspense } from 'react';
import type { Access } from '../../schemas/access.ts';
import type { Entity, Text } from '../../schemas/entity.ts';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import { listAddress } from '../routes.ts';

const EntityList = lazy(() => import('./EntityList.tsx'));
const EntityForm = lazy(() => import('./EntityForm.tsx'));

export interface Screen {
  path: string;
  access: Access;
  title: Text;
  element: ReactNode;
  entity: Entity;
}

function screensOfOne(entity: Entity, entities: Entity[]): Screen[] {
  const list = listAddress(entity, entities);
  const { form, copy } = entity.routes;
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
            <Suspense key={list} fallback={<ListSkeleton narrow={false} />}>
              <EntityList entity={entity} />
            </Suspense>
          ),
        },
    form === undefined
      ? undefined
      : { path: form, access: formAccess, title: entity.title, entity, element: formOf(entity, 'form') },
    copy === undefined
      ? undefined
      : { path: copy, access: write, title: entity.title, entity, element: formOf(entity, 'copy') },
  ];
  return rows.filter((row) => row !== undefined);
}

const formOf = (entity: Entity, purpose: 'form' | 'copy'): ReactNode => (
  <Suspense key={entity.name + purpose} fallback={<FormSkeleton />}>
    <EntityForm entity={entity} purpose={purpose} />
  </Suspense>
);

export const screensOf = (entities: Entity[]): Screen[] =>
  entities.flatMap((entity) => screensOfOne(entity, entities));
