/** The state of the upload page: finds or starts the upload, adds files, saves their values. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useRefresh, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import type { Owner, RecordDocuments } from '../../dataProvider/documents.ts';
import { network } from '../../dataProvider/network.ts';
import type { Entity } from '../../schemas/entity.ts';
import { useLanguage, usePlantZone } from '../context/application.tsx';
import { useSay } from '../feedback/toasts.ts';
import { isPicture, refusalOf } from '../files/file-facts.ts';
import type { FormDraft } from '../form/form-draft.ts';
import { todayIn } from '../format/plant-time.ts';
import { documentsAddress } from './document-routes.ts';
import { documentValues, draftOf, errorsIn, isUnchanged, rowOf } from './draft.ts';
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
  formDraft: FormDraft;
}

/** Returns the upload of a new page, with what its draft has. */
function newJob(to: UploadTo, today: string): UploadJob {
  const { owner, documents: stored, folder, cover, formDraft } = to;
  const values = formDraft.begun?.values;
  const first = values ? draftOf(values) : { folder, description: '', day: today, cover };
  const exists = stored.cartelle.some(({ id }) => id === first.folder);
  const before = values?.existing;
  const existing = Array.isArray(before) ? before.map(Number) : stored.documenti.map(({ id }) => id);
  return new UploadJob(owner, { ...first, folder: exists ? first.folder : undefined }, new Set(existing));
}

/** Finds or starts the upload. When the page closes, a running upload continues and an idle one ends. */
export function useUploadJob(to: UploadTo): [UploadJob, JobState] {
  const { owner, formDraft } = to;
  const zone = usePlantZone();
  const say = useSay();
  const [job] = useState(() => jobFor(owner) ?? newJob(to, todayIn(zone)));
  useEffect(() => {
    const files = formDraft.begun?.besides?.photos ?? [];
    if (files.length === 0 || jobFor(job.owner)) return;
    storeJob(job);
    job.add(files, true);
  }, [job, formDraft]);
  useEffect(() => {
    job.warn = (message) => say(message, 'warning');
    job.isKept = formDraft.isStored;
    return () => {
      job.isKept = () => false;
      if (formDraft.isOver()) job.stop();
      if (job.isBusy) say('officina.documents.goes_on', 'info');
      else forgetJob(job);
    };
  }, [job, formDraft, say]);
  const state = useJobState(job)!;
  useKept(formDraft, job, state);
  return [job, state];
}

/** Keeps the values and the files in the draft. */
function useKept(formDraft: FormDraft, job: UploadJob, { draft, items }: JobState): void {
  const untouched = useRef(JSON.stringify(draft));
  const files = useRef<File[]>([]);
  const keys = items.map(({ key }) => key).join();
  files.current = items.map(({ file }) => file);
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the files change.
  useEffect(() => {
    const photos = files.current;
    const isTouched = photos.length > 0 || JSON.stringify(draft) !== untouched.current;
    const values = { ...rowOf(draft), existing: [...job.existing] };
    formDraft.hold({ values, titles: {} }, undefined, isTouched);
    if (photos.length > 0 || formDraft.isStored()) formDraft.add({ photos, isWhole: true });
  }, [formDraft, job, draft, keys]);
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

/** Returns a function that does the work at its first call only. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

/** Calls back each time the network is lost, until the returned function is called. */
const onLost = (lost: () => void): (() => void) =>
  network.subscribe(() => {
    if (network.isMissing()) lost();
  });

/** Saves all values at once when the last file has arrived, even if the page is closed by then. */
export function useSaving({ entity, owner, formDraft }: UploadTo, job: UploadJob, covers: boolean) {
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
    const isAway = async () => !(await network.check());
    const keep = once(async () => {
      const isKept = await formDraft.keep(undefined);
      if (isKept) say('officina.drafts.kept', 'info');
      return isKept;
    });
    if (network.isMissing() && (await isAway())) await keep();
    // The files may take long, and the network may be lost while they are on their way.
    const stop = onLost(() => isOpen.current && void keep());
    const count = await job.save(() => documentValues(job.get().draft, covers)).finally(stop);
    if (count === false) {
      if (formDraft.isOver()) return;
      if (isOpen.current && (await isAway()) && (await keep())) job.setDraft({});
      else if (!isOpen.current) say('officina.documents.not_finished', 'warning');
      else if (!job.get().refused) setErrors({ file: translate('officina.documents.mend') });
      return;
    }
    await formDraft.end();
    forgetJob(job);
    say('officina.documents.saved', 'success', { smart_count: count });
    refresh();
    if (isOpen.current) navigate(documentsAddress(entity, owner.id));
  };
  return { save, complaints: errors, forget: () => setErrors({}) };
}
