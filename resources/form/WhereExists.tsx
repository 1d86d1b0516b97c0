/** A page below a record of another page. It says so if that record does not exist, instead of offering a form in vain. */
import type { ReactNode } from 'react';
import { type RaRecord, useGetOne } from 'react-admin';
import type { Entity } from '../../schemas/entity.ts';
import { troubleOf } from '../feedback/advice.ts';
import { Failure } from '../feedback/Failure.tsx';

interface WhereExistsProps {
  entity: Entity | undefined;
  /** The record above; undefined if the user will choose it. */
  id: RaRecord['id'] | undefined;
  children: ReactNode;
}

export function WhereExists({ entity, id, children }: WhereExistsProps) {
  const enabled = entity !== undefined && id !== undefined;
  const { error, refetch } = useGetOne(entity?.resource ?? '', { id: id ?? 0 }, { enabled, retry: false });
  return enabled && error && troubleOf(error) === 'gone' ? (
    <Failure error={error} entity={entity} onRetry={refetch} />
  ) : (
    children
  );
}
