/** The state of the upload page: finds or starts the upload, adds files, saves their values. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useRefresh, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import type { Owner, RecordDocuments } from '../../dataProvider/documents.ts';
import type { Entity } from '../../schemas/entity.ts';
import { isPicture, refusalOf } from '../files/shown.ts';
import { useLanguage, usePlantZone } from '../House.tsx';
import { todayIn } from '../plant-time.ts';
import { useSay } from '../say.ts';
import { documentsAddress } from './addresses.ts';
import { complaintsOf, isSaid, saidOf } from './draft.ts';
import { forgetJob, jobFor, keepJob } from './jobs.ts';
import { type JobState, UploadJob } from './upload-job.ts';
import { useDocumentsEntity, useJobState } from './useDocuments.ts';

/** The server changes this many documents per call. */
const FILES_MAX = 100;

export interface UploadTo {
  entity: Entity;
  owner: Owner;
  kept: RecordDocuments;
  folder: number | undefined;
  /** Whether the user came from the placeholder of the cover image. */
  cover: boolean;
}

/**
 * Finds or starts the upload. When the page closes, a running upload continues and an idle one is dropped.
 */
export function useUploadJob({ owner, kept, folder, cover }: UploadTo): [UploadJob, JobState] {
  const zone = usePlantZone();
  const say = useSay();
  const [job] = useState(() => {
    const there = kept.cartelle.some(({ id }) => id === folder);
    const draft = { folder: there ? folder : undefined, description: '', day: todayIn(zone), cover };
    return jobFor(owner) ?? new UploadJob(owner, draft, new Set(kept.documenti.map(({ id }) => id)));
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

/** Returns the translation key of why these files cannot be the cover image; undefined if they can. */
export function coverHindrance({ items }: JobState): string | undefined {
  if (items.length > 1) return 'officina.documents.cover_many';
  return items.some(({ file }) => !isPicture(file)) ? 'officina.documents.cover_no_picture' : undefined;
}

/** Checks whether leaving the page would lose something. */
export const isUnsaved = ({ items, draft, saving }: JobState): boolean =>
  !saving && items.some(({ step, document }) => step === 'failed' || (document && !isSaid(document, draft)));

/** Adds files to the upload, and collects the reasons for those refused. */
export function useTaking(job: UploadJob, covers: boolean, single = false) {
  const translate = useTranslate();
  const [refusals, setRefusals] = useState<string[]>([]);
  const take = (files: File[]) => {
    const { draft, items } = job.get();
    if (draft.folder === undefined) return setRefusals([translate('officina.documents.folder_first')]);
    const good: File[] = [];
    const said = new Set<string>();
    for (const file of files) {
      const refusal = refusalOf(file);
      const count = items.length + good.length;
      if (refusal) said.add(`${file.name}: ${translate(refusal.key, refusal.params)}`);
      else if (draft.cover && covers && count > 0) said.add(translate('officina.documents.cover_one'));
      else if (single && count > 0) said.add(translate('officina.documents.single'));
      else if (count >= FILES_MAX) said.add(translate('officina.documents.too_many', { max: FILES_MAX }));
      else good.push(file);
    }
    setRefusals([...said]);
    if (good.length === 0) return;
    keepJob(job);
    job.add(good);
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
  const [complaints, setComplaints] = useState<Record<string, string>>({});
  const there = useRef(true);
  useEffect(() => {
    there.current = true;
    return () => {
      there.current = false;
    };
  }, []);
  const complain = (): boolean => {
    const { draft, items } = job.get();
    const found = complaintsOf(draft, documents, today, language);
    if (items.length === 0) found.file = translate('officina.validation.fileRequired');
    setComplaints(found);
    const [first] = Object.keys(found);
    if (first) document.getElementById(`document-${first}`)?.focus();
    return first !== undefined;
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (complain()) return;
    const count = await job.save(() => saidOf(job.get().draft, covers));
    if (count === false) {
      if (!there.current) say('officina.documents.not_finished', 'warning');
      else if (!job.get().refused) setComplaints({ file: translate('officina.documents.mend') });
      return;
    }
    forgetJob(job);
    say('officina.documents.saved', 'success', { smart_count: count });
    refresh();
    if (there.current) navigate(documentsAddress(entity, owner.id));
  };
  return { save, complaints, forget: () => setComplaints({}) };
}
