/** Adds photos to a record, from the camera of a phone or from files. Without a network they wait on the device. */
import { type ReactNode, useState } from 'react';
import { type Owner, sendDocument } from '../../../dataProvider/documents.ts';
import { outbox } from '../../../dataProvider/outbox.ts';
import { usePlantZone } from '../../../resources/context/application.tsx';
import { useSay, useSayWhy } from '../../../resources/feedback/toasts.ts';
import { useFileInput } from '../../../resources/files/useFileInput.tsx';
import { useSmallerPhotos } from '../../../resources/files/useSmallerPhotos.ts';
import { todayIn } from '../../../resources/format/plant-time.ts';
import { useChanged } from '../calls/intervention-calls.ts';
import { usePhotoFolder } from '../calls/photo-folder.ts';

/**
 * Returns functions that add photos. `intervention` is the one to which the photos belong: they are sent in order
 * with its other acts.
 */
export function useAddPhoto(
  intervention: number,
  owner: Owner,
): { busy: boolean; pick(): void; input: ReactNode } {
  const say = useSay();
  const sayWhy = useSayWhy();
  const changed = useChanged();
  const zone = usePlantZone();
  const smaller = useSmallerPhotos();
  const readFolder = usePhotoFolder();
  const [busy, setBusy] = useState(false);
  /** Adds the photos. Returns whether one of them waits on the device. */
  const send = async (files: File[], folder: number): Promise<boolean> => {
    const record = { on: 'intervention', id: intervention };
    const values = { idCartella: folder, descrizione: null, data_validita: todayIn(zone) };
    let waits = false;
    for (const file of files) {
      const sent = await sendDocument(record, owner, file, values);
      waits ||= 'queued' in sent;
    }
    return waits;
  };
  const add = async (files: File[]) => {
    if (files.length === 0) return;
    setBusy(true);
    let waits = false;
    try {
      const folder = await readFolder();
      if (!folder) say('officina.documents.no_folders', 'warning');
      else waits = await send(await smaller(files), folder.id);
      // The line above the page counts later ones.
      if (waits && outbox.acts().length <= 1) say('officina.outbox.kept', 'info');
    } catch (error) {
      if (isFull(error)) say('officina.outbox.full', 'error');
      else sayWhy(error);
    }
    if (!waits) await changed();
    setBusy(false);
  };
  const { input, pick } = useFileInput({
    accept: 'image/*',
    capture: 'environment',
    multiple: true,
    disabled: busy,
    onTake: add,
  });
  return { busy, pick, input };
}

/** Returns whether storing failed because the device has no space left. */
const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';
