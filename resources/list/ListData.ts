/** What the parts of a list share in addition to react-admin's list context. */

import { createContext, useContext } from 'react';
import { useTranslate } from 'react-admin';
import { idOf } from '../../schemas/catalogue.ts';
import { type Entity, isProtected, type Row } from '../../schemas/entity.ts';
import { numberOf } from '../../schemas/values.ts';
import { actsAt } from '../acts/offered-acts.ts';
import { type Application, useApplication, useLanguage } from '../context/application.tsx';
import { addressOf, childAddress, formAddress } from '../context/routes.ts';
import { NEW, type Place } from './dialog.ts';

export interface RowRights {
  /** The place that the row opens: its page, or else its form. */
  open?: Place;
  form?: Place;
  copy?: string;
  /** The form of a new row below it, in a tree. */
  child?: string;
  canEdit: boolean;
  canDelete: boolean;
}

export interface ListRights {
  create?: Place;
  canDelete: boolean;
  /** Whether rows can be selected, because there is an action on several of them. */
  selects: boolean;
  /** Whether there is any action on a row other than opening it. */
  acts: boolean;
  of(row: Row): RowRights;
}

export function rightsOf(entity: Entity, application: Application): ListRights {
  const { may, person } = application;
  const { detail, form, copy, child } = entity.routes;
  const writes = may(entity.access.write);
  const can = (call: 'create' | 'update' | 'delete'): boolean =>
    (call === 'create' ? may(entity.access.create) : writes) && entity.calls.includes(call);
  const isFree = (row: Row, against: 'update' | 'delete'): boolean =>
    person !== undefined && !isProtected(entity, row, against, person);
  // A record can be opened if it can be changed, or at least read with all its fields.
  const opens = (entity.calls.includes('update') || entity.calls.includes('read')) && may(entity.access.read);
  const formOf = (id: number, row: Row = {}): Place | undefined => {
    if (entity.dialog) return { dialog: id };
    return form?.includes('/:') ? formAddress(entity, id, numberOf(row[entity.below ?? ''])) : undefined;
  };
  const newForm: Place | undefined = entity.dialog ? { dialog: NEW } : form && formAddress(entity);
  return {
    create: can('create') ? newForm : undefined,
    canDelete: can('delete'),
    selects: can('delete') || actsAt(application, entity, 'selection').length > 0,
    acts:
      can('delete') ||
      actsAt(application, entity, 'row').length > 0 ||
      ((copy ?? child) !== undefined && can('create')) ||
      (opens && formOf(0) !== undefined && (!detail || writes)),
    of(row) {
      const id = idOf(entity, row);
      const page = detail && may(entity.access.read) ? addressOf(detail, id) : undefined;
      const toForm = opens ? formOf(id, row) : undefined;
      return {
        open: page ?? toForm,
        // Users without the right to change the record read it on its page.
        form: page && !writes ? undefined : toForm,
        copy: copy && can('create') ? addressOf(copy, id) : undefined,
        child: child && can('create') ? childAddress(child, id, row) : undefined,
        canEdit: can('update') && isFree(row, 'update'),
        canDelete: can('delete') && isFree(row, 'delete'),
      };
    },
  };
}

export const EntityContext = createContext<Entity | undefined>(undefined);

export function useEntity(): Entity {
  const entity = useContext(EntityContext);
  if (!entity) throw new Error('A part of a list is outside its entity');
  return entity;
}

export function useRights(): ListRights {
  return rightsOf(useEntity(), useApplication());
}

/** Returns the label of the add button, and a longer one for when it is only an icon. */
export function useAddWords(): { add: string; addOne: string } {
  const { dialog, title } = useEntity();
  const translate = useTranslate();
  const language = useLanguage();
  const addText = dialog?.add?.[language];
  return {
    add: addText ?? translate('officina.list.create'),
    addOne: addText ?? translate('officina.list.create_one', { name: title[language] }),
  };
}
