/** Adds photos to a record, from the camera of a phone or from files. */
import { type ReactNode, useState } from 'react';
import { documentsOf, type Owner, uploadDocument } from '../../../dataProvider/documents.ts';
import { usePlantZone } from '../../../resources/context/application.tsx';
import { useSay, useSayWhy } from '../../../resources/feedback/toasts.ts';
import { useFileInput } from '../../../resources/files/useFileInput.tsx';
import { useSmallerPhotos } from '../../../resources/files/useSmallerPhotos.ts';
import { todayIn } from '../../../resources/format/plant-time.ts';
import { useChanged } from '../calls/intervention-calls.ts';
import { photoFolder } from '../calls/photo-folder.ts';

/** Uploads into the photo folder, or the first folder. */
async function upload(owner: Owner, isOwn: OfOwner, files: File[], today: string): Promise<boolean> {
  const folder = photoFolder((await documentsOf(owner)).cartelle.filter(isOwn));
  if (!folder) return false;
  const metadata = { idCartella: folder.id, descrizione: null, data_validita: today };
  for (const file of files) await uploadDocument(owner, file, metadata, {});
  return true;
}

/** Separates the record's own documents and folders from those of records that it points to. */
export type OfOwner = (row: { docType?: string }) => boolean;

const ANY: OfOwner = () => true;

export function useAddPhoto(
  owner: Owner,
  isOwn: OfOwner = ANY,
): { busy: boolean; pick(): void; input: ReactNode } {
  const say = useSay();
  const sayWhy = useSayWhy();
  const changed = useChanged();
  const zone = usePlantZone();
  const smaller = useSmallerPhotos();
  const [busy, setBusy] = useState(false);
  const add = async (files: File[]) => {
    if (files.length === 0) return;
    setBusy(true);
    try {
      if (!(await upload(owner, isOwn, await smaller(files), todayIn(zone))))
        say('officina.documents.no_folders', 'warning');
    } catch (error) {
      sayWhy(error);
    }
    await changed();
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
