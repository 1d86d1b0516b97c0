/**
 * react-admin's contexts for a new or a stored record. They read the complete record, and stay on the page after a
 * save.
 */
import { type ReactNode, useCallback } from 'react';
import { CreateBase, EditBase, type RaRecord } from 'react-admin';
import { displayOf, type Entity, type Row } from '../../schemas/entity.ts';
import { useLanguage } from '../context/application.tsx';
import { useSay } from '../feedback/toasts.ts';
import { FileSender } from './FileSender.tsx';

/** Reads the record each time, under its own cache key, because a row of a list is not the complete record. */
export const WHOLE = { whole: true };
const QUERY = { meta: WHOLE, gcTime: 0, staleTime: Number.POSITIVE_INFINITY };

interface NewRecordProps {
  entity: Entity;
  children: ReactNode;
}

export function NewRecord({ entity, children }: NewRecordProps) {
  return (
    <CreateBase resource={entity.resource} redirect={false} disableAuthentication>
      <FileSender>{children}</FileSender>
    </CreateBase>
  );
}

export function StoredRecord({ entity, id, children }: NewRecordProps & { id: RaRecord['id'] }) {
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
      <FileSender>{children}</FileSender>
    </EditBase>
  );
}

/** Reports that the record is saved, by its name. */
export function useSaySaved(entity: Entity): (saved: Row) => void {
  const say = useSay();
  const language = useLanguage();
  return useCallback(
    (saved) =>
      say('officina.form.saved', 'success', {
        name: displayOf(entity, saved, language) || entity.title[language],
      }),
    [say, entity, language],
  );
}
