/** The documents of a record, the rights on them, and the upload in progress. */
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import {
  type DocumentRow,
  documentsOf,
  type Owner,
  type RecordDocuments,
} from '../../dataProvider/documents.ts';
import { session } from '../../dataProvider/session.ts';
import { administers } from '../../schemas/access.ts';
import type { Entity } from '../../schemas/entity.ts';
import { useApplication } from '../context/application.tsx';
import type { JobState, UploadJob } from './upload-job.ts';
import { jobFor, listenToJobs } from './uploads.ts';

export function useDocuments(owner: Owner) {
  return useQuery<RecordDocuments, Error>({
    queryKey: ['documents', owner.resource, String(owner.id)],
    queryFn: () => documentsOf(owner),
  });
}

/** Returns the entity of the documents themselves, with their fields and names. */
export function useDocumentsEntity(entity: Entity): Entity {
  const { byName } = useApplication();
  const documents = entity.documents && byName.get(entity.documents.entity);
  if (!documents) throw new Error(`${entity.name} has no documents`);
  return documents;
}

/**
 * Returns a function that tells whether the user may change a document. Administrators may change all, other users
 * their own uploads.
 */
export function useMayChange(entity: Entity): (document: DocumentRow) => boolean {
  const { may, family } = useApplication();
  const documents = useDocumentsEntity(entity);
  const me = session.user()?.idUtente;
  const changes = may(documents.access.write);
  const any = administers(family);
  return ({ id_usr_ins: author }) => changes && (any || author === me);
}

export function useMayUpload(entity: Entity): boolean {
  const { may } = useApplication();
  return may(useDocumentsEntity(entity).access.create) && entity.routes.upload !== undefined;
}

/** Returns the upload to this record, even if it began on a page that is now closed. */
export const useJob = (owner: Owner): UploadJob | undefined =>
  useSyncExternalStore(listenToJobs, () => jobFor(owner));

const IDLE = { subscribe: () => () => undefined, get: (): JobState | undefined => undefined };

export function useJobState(job: UploadJob | undefined): JobState | undefined {
  const source = job ?? IDLE;
  return useSyncExternalStore(source.subscribe, source.get);
}
