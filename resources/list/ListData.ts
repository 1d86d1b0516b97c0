/** What the pieces of one list share beside react-admin's list context. */
import { createContext, useContext } from 'react';
import { type Entity, isProtected, type Row } from '../../schemas/entity.ts';
import { type House, useHouse } from '../House.tsx';
import { addressOf } from '../routes.ts';

export interface RowRights {
  form?: string;
  copy?: string;
  canEdit: boolean;
  canDelete: boolean;
}

export interface ListRights {
  create?: string;
  canDelete: boolean;
  of(row: Row): RowRights;
}

export function rightsOf(entity: Entity, { may, family }: House): ListRights {
  const { form, copy } = entity.routes;
  const writes = may(entity.access.write);
  const can = (call: 'create' | 'update' | 'delete'): boolean => writes && entity.calls.includes(call);
  const isFree = (row: Row, against: 'update' | 'delete'): boolean =>
    family !== undefined && !isProtected(entity, row, against, family);
  // A record is opened where it can be changed, or at least read with all its fields.
  const opens = form !== undefined && (entity.calls.includes('update') || entity.calls.includes('read'));
  return {
    create: can('create') && form ? addressOf(form) : undefined,
    canDelete: can('delete'),
    of(row) {
      const id = row[entity.id] as number;
      return {
        form: opens && form.includes('/:') && may(entity.access.read) ? addressOf(form, id) : undefined,
        copy: copy && can('create') ? addressOf(copy, id) : undefined,
        canEdit: can('update') && isFree(row, 'update'),
        canDelete: can('delete') && isFree(row, 'delete'),
      };
    },
  };
}

export const EntityContext = createContext<Entity | undefined>(undefined);

export function useEntity(): Entity {
  const entity = useContext(EntityContext);
  if (!entity) throw new Error('A piece of a list stands outside its entity');
  return entity;
}

export function useRights(): ListRights {
  return rightsOf(useEntity(), useHouse());
}
