/** The state of the upload page: finds or starts the upload, adds files, saves their values. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useRefresh, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import type { Owner, RecordDocuments } from '../../dataProvider/documents.ts';
import type { Entity } from '../../schemas/entity.ts';
import { useLanguage, usePlantZone } from '../context/application.tsx';
import { useSay } from '../feedback/toasts.ts';
import { isPicture, refusalOf } from '../files/file-facts.ts';
import { todayIn } from '../format/plant-time.ts';
import { documentsAddress } from './document-routes.ts';
import { documentValues, errorsIn, isUnchanged } from './draft.ts';
import { type JobState, UploadJob } from './upload-job.ts';
import { forgetJob, jobFor, storeJob } from './uploads.ts';
import { useDocumentsEntity, useJobState } from './useDocuments.ts';

/** The maximum number of documents that the server changes per call. */
const FILES_MAX = 100;

export interface UploadTo {
  entity: Entity;
  owner: Owner;
  documents: RecordDocuments;
  folder: number | undefined;
  /** Whether the user came from the placeholder for the cover image. */
  cover: boolean;
}

/** Finds or starts the upload. When the page closes, a running upload continues and an idle one ends. */
export function useUploadJob({ owner, documents: stored, folder, cover }: UploadTo): [UploadJob, JobState] {
  const zone = usePlantZone();
  const say = useSay();
  const [job] = useState(() => {
    const exists = stored.cartelle.some(({ id }) => id === folder);
    const draft = { folder: exists ? folder : undefined, description: '', day: todayIn(zone), cover };
    return jobFor(owner) ?? new UploadJob(owner, draft, new Set(stored.documenti.map(({ id }) => id)));
  });
  useEffect(() => {
    job.warn = (message) => say(message, 'warning');
    return () => {
      if (job.isBusy) say('officina.documents.goes_on', 'info');
      else forgetJob(job);
    };
  }, [job, say]);
  return [job, useJobState(job)!];
}

/** Returns the translation key of the reason why these files cannot be the cover image; undefined if they can. */
export function coverHindrance({ items }: JobState): string | undefined {
  if (items.length > 1) return 'officina.documents.cover_many';
  return items.some(({ file }) => !isPicture(file)) ? 'officina.documents.cover_no_picture' : undefined;
}

/** Returns whether the user would lose changes by leaving the page. */
export const isUnsaved = ({ items, draft, saving }: JobState): boolean =>
  !saving &&
  items.some(({ step, document }) => step === 'failed' || (document && !isUnchanged(document, draft)));

/** Adds files to the upload, and collects the reasons against refused files. */
export function useAddFiles(job: UploadJob, covers: boolean, single = false) {
  const translate = useTranslate();
  const [refusals, setRefusals] = useState<string[]>([]);
  const take = (files: File[]) => {
    const { draft, items } = job.get();
    if (draft.folder === undefined) return setRefusals([translate('officina.documents.folder_first')]);
    const accepted: File[] = [];
    const reasons = new Set<string>();
    for (const file of files) {
      const refusal = refusalOf(file);
      const count = items.length + accepted.length;
      if (refusal) reasons.add(`${file.name}: ${translate(refusal.key, refusal.params)}`);
      else if (draft.cover && covers && count > 0) reasons.add(translate('officina.documents.cover_one'));
      else if (single && count > 0) reasons.add(translate('officina.documents.single'));
      else if (count >= FILES_MAX) reasons.add(translate('officina.documents.too_many', { max: FILES_MAX }));
      else accepted.push(file);
    }
    setRefusals([...reasons]);
    if (accepted.length === 0) return;
    storeJob(job);
    job.add(accepted);
  };
  return { take, refusals, forget: () => setRefusals([]) };
}

/** Saves all values at once when the last file has arrived, even if the page is closed by then. */
export function useSaving({ entity, owner }: UploadTo, job: UploadJob, covers: boolean) {
  const translate = useTranslate();
  const language = useLanguage();
  const say = useSay();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const today = todayIn(usePlantZone());
  const documents = useDocumentsEntity(entity);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const check = (): boolean => {
    const { draft, items } = job.get();
    const found = errorsIn(draft, documents, today, language);
    if (items.length === 0) found.file = translate('officina.validation.fileRequired');
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) document.getElementById(`document-${first}`)?.focus();
    return first !== undefined;
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (check()) return;
    const count = await job.save(() => documentValues(job.get().draft, covers));
    if (count === false) {
      if (!isOpen.current) say('officina.documents.not_finished', 'warning');
      else if (!job.get().refused) setErrors({ file: translate('officina.documents.mend') });
      return;
    }
    forgetJob(job);
    say('officina.documents.saved', 'success', { smart_count: count });
    refresh();
    if (isOpen.current) navigate(documentsAddress(entity, owner.id));
  };
  return { save, complaints: errors, forget: () => setErrors({}) };
}
