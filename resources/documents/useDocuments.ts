/** The documents of a record, who may do what with them, and what is on its way to it. */
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import {
  type DocumentRow,
  documentsOf,
  type Owner,
  type RecordDocuments,
} from '../../dataProvider/documents.ts';
import { session } from '../../dataProvider/session.ts';
import type { Entity } from '../../schemas/entity.ts';
import { useHouse } from '../House.tsx';
import { jobFor, listenToJobs } from './jobs.ts';
import type { JobState, UploadJob } from './upload-job.ts';

export function useDocuments(owner: Owner) {
  return useQuery<RecordDocuments, Error>({
    queryKey: ['documents', owner.resource, String(owner.id)],
    queryFn: () => documentsOf(owner),
  });
}

/** The entity of the documents themselves: their fields, their names. */
export function useDocumentsEntity(entity: Entity): Entity {
  const { byName } = useHouse();
  const documents = entity.documents && byName.get(entity.documents.entity);
  if (!documents) throw new Error(`${entity.name} keeps no documents`);
  return documents;
}

/** Who looks after the plant may change any; everybody else what he put there himself. */
export function useMayChange(entity: Entity): (document: DocumentRow) => boolean {
  const { may, family } = useHouse();
  const documents = useDocumentsEntity(entity);
  const me = session.user()?.idUtente;
  const changes = may(documents.access.write);
  const any = family === 'SUADMIN' || family === 'SUPER';
  return ({ id_usr_ins: author }) => changes && (any || author === me);
}

export function useMayUpload(entity: Entity): boolean {
  const { may } = useHouse();
  return may(useDocumentsEntity(entity).access.create) && entity.routes.upload !== undefined;
}

/** What is on its way to this record, also when it was begun on a page since left. */
export const useJob = (owner: Owner): UploadJob | undefined =>
  useSyncExternalStore(listenToJobs, () => jobFor(owner));

const IDLE = { subscribe: () => () => undefined, get: (): JobState | undefined => undefined };

export function useJobState(job: UploadJob | undefined): JobState | undefined {
  const source = job ?? IDLE;
  return useSyncExternalStore(source.subscribe, source.get);
}
