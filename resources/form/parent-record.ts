/**
 * A record below another one (x-below). Its form does not let the user change the other record, and returns to its
 * page.
 */

import { useMemo } from 'react';
import { useParams } from 'react-router';
import { referenceOf } from '../../schemas/catalogue.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { numberOf } from '../../schemas/values.ts';
import { type Application, useApplication } from '../context/application.tsx';
import { listAddress, pageAddress, parametersOf, tabOfRows } from '../context/routes.ts';
import { withFields } from './record.ts';

/** Returns the entities below this entity that the user may read. */
export const rowsBelow = (entity: Entity, { entities, may }: Application): Entity[] =>
  entities.filter(
    ({ below, field, access }) =>
      below !== undefined && field(below)?.reference?.resource === entity.resource && may(access.read),
  );

/**
 * Returns whether other tabs next to the form have their own buttons above the page. The button of the form is
 * Save.
 */
export const hasOwnButtons = (entity: Entity, application: Application): boolean =>
  entity.documents?.tab === true || (!entity.routes.detail && rowsBelow(entity, application).length > 0);

/** Returns the entity above the records of this entity (x-below). */
export const entityAbove = (entity: Entity, { byResource }: Pick<Application, 'byResource'>) =>
  entity.below === undefined
    ? undefined
    : byResource.get(referenceOf(entity.property(entity.below)).resource);

interface Below {
  /** The entity above, and its record that the address names. */
  above: Entity | undefined;
  parent: number | undefined;
  /** The entity as drawn by this form. */
  shape: Entity;
  /** The address of the tab in the record above; undefined without a record above. */
  back: string | undefined;
}

export function useBelow(entity: Entity, record?: Row): Below {
  const application = useApplication();
  const { below, routes } = entity;
  const [first = ''] = parametersOf(routes.form ?? '');
  const parent = Number(useParams()[first]) || undefined;
  return useMemo(() => {
    const target = entityAbove(entity, application);
    if (!target || !below) return { above: undefined, parent, shape: entity, back: undefined };
    const above = numberOf(record?.[below]) ?? parent;
    const back = above
      ? pageAddress(target, above, tabOfRows(entity))
      : listAddress(target, application.entities);
    const fixed = record === undefined && above !== undefined;
    return {
      above: target,
      parent,
      shape: fixed
        ? withFields(entity, ({ name }) => (name === below ? { fixed: above } : undefined))
        : entity,
      back,
    };
  }, [entity, below, record, parent, application]);
}
